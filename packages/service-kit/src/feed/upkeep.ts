import { DAY_MS, HOUR_MS } from '@mms/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Jobs } from '../jobs/jobs.ts'
import type { Feed } from './feed.ts'

/** For feeds without readers. Reading a feed numbers its events at once. */
const NUMBER_EVERY_MS = 2_000

interface UpkeepOptions {
  feed: Feed
  db: Knex
  jobs: Jobs
  log: Logger
  registry: Registry
  /** Age in days at which events are deleted. A reader that was away longer must rebuild. */
  keepDays?: number
  numberEveryMs?: number
  pruneEveryMs?: number
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

/** Numbers events every 2 s and deletes old ones hourly (`keepDays`, 30). A lock admits one replica at a time. */
export function maintainFeed(options: UpkeepOptions): void {
  const { feed, db, jobs, log, registry, keepDays = 30 } = options
  const { numberEveryMs = NUMBER_EVERY_MS, pruneEveryMs = HOUR_MS } = options
  publishSize(registry, db)
  jobs.start({ name: 'feed-numbering', everyMs: numberEveryMs, run: (signal) => feed.number(signal) })
  jobs.start({
    name: 'feed-pruning',
    everyMs: pruneEveryMs,
    run: async (signal) => {
      const pruned = await feed.prune(new Date(Date.now() - keepDays * DAY_MS), signal)
      if (pruned > 0) log.info({ pruned }, 'feed pruned')
    },
  })
}
