// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Where one customer's tokens arrive. Every forwarder is a small clone (EIP-1167) of one contract of this kind.
///
/// The destination is written into the code of that contract, so nobody can change it and nobody has to be trusted:
/// whoever calls `flush` pays the gas and nothing else. There is no owner, no initialiser and no way to remove it.
contract Forwarder {
    /// The only address that a forwarder ever sends to.
    address public immutable treasury;

    error NoTreasury();
    error TransferFailed();

    constructor(address treasury_) {
        if (treasury_ == address(0)) revert NoTreasury();
        treasury = treasury_;
    }

    /// Sends everything that this address holds of a token to the treasury. Anybody may call it.
    ///
    /// Tokens that return nothing from `transfer` (USDT on Ethereum) are as good as those that return true; false,
    /// a revert and an address without code are failures.
    function flush(address token) external {
        (bool hasAnswered, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        if (!hasAnswered || answer.length < 32) revert TransferFailed();
        uint256 balance = abi.decode(answer, (uint256));
        if (balance == 0) return;

        (bool isDone, bytes memory result) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", treasury, balance));
        if (!isDone || (result.length != 0 && !abi.decode(result, (bool)))) revert TransferFailed();
    }
}
