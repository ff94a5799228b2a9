// Where packages are.
'use strict';

const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');

/** Where Node and tools look for packages: a link to an installation of the store. */
const MODULES = path.join(ROOT, 'node_modules');

/** One folder an installation. */
const STORE = path.join(ROOT, '.packages');

module.exports = { ROOT, MODULES, STORE };
