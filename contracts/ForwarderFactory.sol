// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Forwarder} from "./Forwarder.sol";

/// Puts forwarders where their salts say (CREATE2). An address is known, and can receive, before its forwarder exists.
///
/// Anybody may deploy any forwarder: what it does and where it sends is the same whoever deploys it.
contract ForwarderFactory {
    /// The code that all forwarders of this factory run.
    Forwarder public immutable implementation;

    event ForwarderDeployed(bytes32 indexed salt, address forwarder);

    error DeploymentFailed();

    constructor(address treasury) {
        implementation = new Forwarder(treasury);
    }

    /// Where the forwarder of a salt is or will be.
    function addressOf(bytes32 salt) public view returns (address) {
        bytes32 digest = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(initCode())));
        return address(uint160(uint256(digest)));
    }

    /// Deploys the forwarder of a salt if it does not exist yet.
    function deploy(bytes32 salt) public returns (address forwarder) {
        forwarder = addressOf(salt);
        if (forwarder.code.length != 0) return forwarder;

        bytes memory code = initCode();
        address created;
        assembly ("memory-safe") {
            created := create2(0, add(code, 32), mload(code), salt)
        }
        if (created != forwarder) revert DeploymentFailed();
        emit ForwarderDeployed(salt, forwarder);
    }

    /// Deploys the forwarder if need be and sends what it holds of a token to the treasury.
    function flush(bytes32 salt, address token) external {
        Forwarder(deploy(salt)).flush(token);
    }

    /// A minimal proxy (EIP-1167) of the implementation, behind the ten bytes that deploy it.
    function initCode() internal view returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", address(implementation), hex"5af43d82803e903d91602b57fd5bf3"
        );
    }
}
