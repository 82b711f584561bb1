export {repeat} from 'lit/directives/repeat.js';
