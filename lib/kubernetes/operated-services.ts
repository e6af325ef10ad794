import { Topic } from '../core/problems/registry';

/** Services that a controller or a chart of Helm makes for a construct of the program. */
export const OPERATED_SERVICES = new Topic<{ readonly name: string; readonly namespace: string }>('operated services');
