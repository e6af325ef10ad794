export { article, today } from './cloud';
export { local } from './local';
