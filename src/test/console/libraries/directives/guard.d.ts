export {guard} from 'lit/directives/guard.js';
