import { type Bug, patch } from './bug.ts'

const feed = 'packages/service-kit/src/feed'

/** Mistakes that only show where replicas write to different nodes of a cluster. */
export const clusterBugs: Bug[] = [
  {
    name: 'numbering-without-lock',
    what: 'a feed is numbered from its highest position, and no row is written that two nodes would compare',
    patches: [
      patch(
        `${feed}/numbering.ts`,
        "const { position } = await trx('feed_head').where({ id: 1 }).forUpdate().first('position')",
        "const position = Number((await trx('outbox').max({ last: 'position' }).first())?.last ?? 0)",
      ),
      patch(`${feed}/numbering.ts`, '.update({ position: position + ids.length })', ".first('position')"),
      patch(
        `${feed}/feed.ts`,
        'return { epoch: row.epoch, position: row.position,',
        `const newest = await db('outbox').max({ last: 'position' }).first()
  return { epoch: row.epoch, position: Number(newest?.last ?? 0), prunedTo: row.pruned_to, pending: row.pending !== null }
  return { epoch: row.epoch, position: row.position,`,
      ),
    ],
    caughtAs: ['feed-broken', 'feed-incomplete', 'never-at-rest'],
    cluster: true,
  },
  {
    name: 'events-taken-twice',
    what: 'replicas that follow a feed take what another of them has taken',
    patches: [
      patch(
        'packages/service-kit/src/projection/projection.ts',
        'if (!(await moveCursor(trx, { name, timeZone }, from, to))) return',
        'await moveCursor(trx, { name, timeZone }, from, to)',
      ),
    ],
    caughtAs: ['analytics-differs'],
    cluster: true,
  },
  {
    name: 'alert-not-closed',
    what: 'an alert whose cause is gone stays open',
    patches: [
      patch('services/alerts/src/alerts/changes.ts', 'close: [...open.values()].filter(isGone)', 'close: []'),
    ],
    caughtAs: ['alerts-differ'],
    cluster: true,
  },
  {
    name: 'unknown-token-not-checked',
    what: 'a refresh token that a node does not have yet is refused at once',
    patches: [
      patch(
        'services/identity/src/sessions/rotation.ts',
        "if (rotation.outcome !== 'unknown' || !isClustered(db)) return rotation",
        'if (rotation) return rotation',
      ),
    ],
    caughtAs: ['session-lost'],
    cluster: true,
  },
  {
    name: 'sign-out-ends-nothing',
    what: 'who signs out stays signed in',
    patches: [
      patch('services/identity/src/sessions/revocations.ts', 'await createSessionStore(trx).remove(ids)', ''),
    ],
    caughtAs: ['session-not-ended'],
    cluster: true,
  },
]
