import { DAY_MS, HOUR_MS } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Job } from '../jobs/jobs.ts'
import type { Feed } from './feed.ts'

/** For feeds without readers. Reading a feed numbers its events at once. */
const NUMBER_EVERY_MS = 2_000
/** Age in days at which events are deleted. A reader that was away longer must rebuild. */
const KEPT_DAYS = 30

interface UpkeepOptions {
  feed: Feed
  db: Knex
  log: Logger
  registry: Registry
}

function publishSize(registry: Registry, db: Knex): void {
  new Gauge({
    name: 'feed_unnumbered_events',
    help: 'Events of this feed that have no position yet; those of the last seconds, unless numbering fails',
    registers: [registry],
    async collect() {
      const row = await db('outbox').whereNull('position').first(db.raw('count(*) as events'))
      this.set(Number(row.events))
    },
  })
  new Gauge({
    name: 'feed_kept_events',
    help: 'Events that this feed can still tell; those of the days that are kept, unless pruning fails',
    registers: [registry],
    async collect() {
      const head = await db('feed_head').where({ id: 1 }).first('position', 'pruned_to')
      this.set(head.position - head.pruned_to)
    },
  })
}

/** Jobs that number events every 2 s and delete old ones hourly. A lock admits one replica at a time. */
export function feedJobs({ feed, db, log, registry }: UpkeepOptions): Job[] {
  publishSize(registry, db)
  const prune = async (signal: AbortSignal) => {
    const pruned = await feed.prune(new Date(Date.now() - KEPT_DAYS * DAY_MS), signal)
    if (pruned > 0) log.info({ pruned }, 'feed pruned')
  }
  return [
    { name: 'feed-numbering', everyMs: NUMBER_EVERY_MS, run: feed.number },
    { name: 'feed-pruning', everyMs: HOUR_MS, run: prune },
  ]
}
