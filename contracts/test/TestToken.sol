// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token for tests. It can misbehave in each way that deposits have to survive, and anybody may mint it.
contract TestToken {
    string public symbol;
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;

    /// How `transfer` answers: 0 with true, 1 with nothing, 2 with false and without moving anything.
    uint8 public answers;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint8 decimals_) {
        symbol = symbol_;
        decimals = decimals_;
    }

    function setAnswers(uint8 answers_) external {
        answers = answers_;
    }

    function setDecimals(uint8 decimals_) external {
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        if (answers == 2) returnWord(0);
        move(to, value);
        if (answers == 0) returnWord(1);
    }

    /// Several transfers in one transaction.
    function transferMany(address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) move(to[i], value);
    }

    /// A transfer whose transaction fails after its event.
    function transferAndRevert(address to, uint256 value) external {
        move(to, value);
        revert("reverted");
    }

    /// An event without any money behind it.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function move(address to, uint256 value) internal {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    function returnWord(uint256 word) internal pure {
        assembly {
            mstore(0, word)
            return(0, 32)
        }
    }
}
