import type { Construct } from 'constructs';
import { isStandIn, ownId, standIn } from '../../core/problems';
import type { PoolFacts } from './resolved-pool';
import { ResourceConstruct } from '../resource-construct';

/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- the constructor assigns all facts. */
export interface MadePool extends PoolFacts {}

/** A pool that the program makes, with or without GPUs. It has the facts that its definition returns. */
export abstract class MadePool extends ResourceConstruct {
  constructor(scope: Construct, id: string, define: (pool: Construct) => PoolFacts) {
    super(scope, ownId(scope, id));
    const facts = define(this);
    if (isStandIn(facts)) return standIn();
    Object.assign(this, facts);
  }
}
