// Where process managers of earlier versions begin the service. The compiler of TypeScript stays loaded then, 17 MiB.
import './main.js';
