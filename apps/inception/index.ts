export { article } from './article';
export { today } from './today';
