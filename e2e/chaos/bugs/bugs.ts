import { billBugs } from './bill-bugs.ts'
import { type Bug, patch } from './bug.ts'
import { clusterBugs } from './cluster-bugs.ts'

const feed = 'packages/service-kit/src/feed'
const projection = 'packages/service-kit/src/projection'

const stock = 'services/inventory/src/stock'
const executor = `${stock}/executor.ts`
const decisions = `${stock}/decisions.ts`
const schema = 'services/inventory/src/migrations/20261127000000_baseline.ts'

/** The first batch gives all, whatever it has. */
const noBatchGuard = [
  patch(`${stock}/fefo.ts`, 'const taken = Math.min(left, stock)', 'const taken = left'),
  patch(`${stock}/allocation.ts`, '?.stock ?? 0) + effect < 0', '?.stock ?? 0) + effect < -1e9'),
  patch(schema, "'stock >= 0'", "'1 = 1'"),
  patch(schema, "'balance_after >= 0', undefined, 'movement_lines", "'1 = 1', undefined, 'movement_lines"),
]

/** Mistakes that the checker must not overlook. They are planted while a process loads its source text. */
export const bugs: Bug[] = [
  {
    name: 'no-replay-check',
    what: 'inventory carries out a command whose id it knows once more',
    patches: [
      patch(
        executor,
        'const { id, command, callerId } = request',
        `const { id: known, command, callerId } = request
  const id = (await createMovementStore(context.trx).find(known)) ? crypto.randomUUID() : known`,
      ),
      patch(`${stock}/command-store.ts`, 'insert(rows)', "insert(rows).onConflict('id').merge()"),
    ],
    caughtAs: ['stock-differs-from-sales', 'late-duplicate'],
  },
  {
    name: 'feed-by-raw-id',
    what: 'the feed is read in the order of row ids, which are drawn before the commit',
    patches: [
      patch(
        `${feed}/feed.ts`,
        'return { epoch: row.epoch, position: row.position,',
        `const newest = await db('outbox').max({ id: 'id' }).first()
  return { epoch: row.epoch, position: Number(newest?.id ?? 0), pending: false, prunedTo: 0 }
  return { epoch: row.epoch, position: row.position,`,
      ),
      patch(
        `${feed}/feed.ts`,
        ".where('position', '>', from.position)\n    .orderBy('position')",
        ".where('id', '>', from.position)\n    .orderBy('id')",
      ),
      patch(`${feed}/feed.ts`, ".select('position', 'type',", ".select({ position: 'id' }, 'type',"),
      patch(`${feed}/feed.ts`, 'rows[0].position !== from.position + 1', 'false'),
      patch(`${projection}/sources.ts`, 'position > expected', 'false'),
      patch(`${projection}/sources.ts`, 'if (position === expected)', ''),
    ],
    caughtAs: ['feed-broken', 'feed-incomplete', 'read-model-differs', 'stock-differs-from-feed'],
  },
  {
    name: 'no-stock-guard',
    what: 'nobody asks whether there is enough',
    patches: [
      patch(`${stock}/command-rules.ts`, 'currentStock + effect < 0', 'false'),
      ...noBatchGuard,
      patch(schema, "'current_stock >= 0'", "'1 = 1'"),
      patch(schema, "'balance_after >= 0', undefined, 'movements", "'1 = 1', undefined, 'movements"),
    ],
    caughtAs: ['negative-stock', 'negative-batch'],
  },
  {
    name: 'rejection-not-stored',
    what: 'a refused command is decided anew when it comes again',
    patches: [
      patch(
        decisions,
        'await createCommandStore(trx).insert(stored,',
        "await createCommandStore(trx).insert(stored.filter(({ outcome }) => outcome.outcome !== 'rejected'),",
      ),
    ],
    caughtAs: ['refused-but-done', 'late-duplicate', 'stock-differs-from-sales'],
  },
  {
    name: 'cursor-outside-transaction',
    what: 'a reader moves its cursor before, not together with, its read model',
    patches: [
      patch(
        `${projection}/projection.ts`,
        'if (!(await moveCursor(trx, { name, timeZone }, from, to))) return',
        'if (!(await moveCursor(db, { name, timeZone }, from, to))) return\n      await delay(300)',
      ),
    ],
    caughtAs: ['read-model-differs'],
    faults: ['kill-sales'],
    rounds: 12,
    workers: 1,
    editors: 6,
  },
  {
    name: 'no-tombstone',
    what: 'a cancellation of an unknown command leaves no trace, and the command comes after it',
    patches: [
      patch(
        decisions,
        'await createCommandStore(trx).insert(stored,',
        'await createCommandStore(trx).insert(stored.filter(({ fingerprint }) => fingerprint !== null),',
      ),
    ],
    caughtAs: ['refused-but-done', 'late-duplicate', 'stock-differs-from-sales'],
  },
  {
    name: 'no-key',
    what: 'sales forgets the Idempotency-Key',
    patches: [
      patch('services/sales/src/recording/rules.ts', 'idempotencyKey: request.key,', 'idempotencyKey: null,'),
    ],
    caughtAs: ['done-twice', 'acknowledged-but-lost'],
  },
  {
    name: 'fingerprint-of-parsed-sale',
    what: "sales compares retries by the body that today's schema makes, which has one more default",
    patches: [
      patch(
        'packages/contracts/src/sales/sales.ts',
        "note: noteSchema.default(''),",
        "note: noteSchema.default(''),\n    shelf: z.string().default('none'),",
      ),
      patch(
        'services/sales/src/recording/routes.ts',
        'requestOf(request, [TRANSACTIONS_PATH, request.received],',
        'requestOf(request, [TRANSACTIONS_PATH, request.body],',
      ),
    ],
    caughtAs: ['unexpected-answer'],
    mixed: true,
  },
  {
    name: 'fingerprint-of-parsed-command',
    what: "inventory compares commands by what today's schema makes of them, which has one more default",
    patches: [
      patch(
        'packages/contracts/src/inventory/stock.ts',
        "  direction: directionSchema.default('increase'),",
        "  direction: directionSchema.default('increase'),\n    shelf: z.string().default('none'),",
      ),
      patch(`${stock}/routes.ts`, 'fingerprintOf(received)', 'fingerprintOf(body)'),
    ],
    caughtAs: ['no-final-answer', 'still-pending'],
    mixed: true,
  },
  {
    name: 'no-batch-guard',
    what: 'the first batch gives all units, whatever it has',
    patches: noBatchGuard,
    caughtAs: ['negative-batch'],
  },
  {
    name: 'batch-not-written',
    what: 'a sale leaves the stock of its batch as it was',
    patches: [
      patch(
        `${stock}/batch-store.ts`,
        'stock: eachOf(changed, ({ after }) => after.stock)',
        'stock: eachOf(changed, ({ before }) => before.stock)',
      ),
    ],
    caughtAs: ['batches-differ'],
  },
  {
    name: 'last-to-expire-first',
    what: 'the batch that expires last is sold first',
    patches: [patch(`${stock}/fefo.ts`, 'return dateA < dateB ? -1 : 1', 'return dateA < dateB ? 1 : -1')],
    caughtAs: ['not-first-to-expire'],
  },
  {
    name: 'held-is-sold',
    what: 'nobody asks whether a batch has expired or is held',
    patches: [
      patch(
        `${stock}/fefo.ts`,
        "batch.status === 'available' && !isExpired(batch, today)",
        "batch.status !== 'recalled' || isExpired(batch, today)",
      ),
    ],
    caughtAs: ['sold-while-held'],
  },
  {
    name: 'named-is-not-first',
    what: 'who names a batch gets it, with a reason or without',
    patches: [
      patch(`${stock}/allocation.ts`, 'first === batch || command.batch?.reason', 'first || command.batch'),
    ],
    caughtAs: ['not-first-to-expire'],
  },
  {
    name: 'named-is-held',
    what: 'nobody asks whether a batch that is named has expired or is held',
    patches: [patch(`${stock}/allocation.ts`, 'canBeSold(batch, today) && takeUnits(', 'takeUnits(')],
    caughtAs: ['sold-while-held'],
  },
  {
    name: 'bad-pack-is-sold',
    what: 'nobody asks whether the pack that was scanned has expired or is held',
    patches: [
      patch(
        `${stock}/allocation.ts`,
        'const refusal = refusalOfScanned(request, batch)\n',
        'const refusal = undefined as ReturnType<typeof refusalOfScanned>\n',
      ),
    ],
    caughtAs: ['sold-while-held'],
  },
  {
    name: 'paid-twice',
    what: 'a sale is undone although its units were returned',
    patches: [
      patch(
        'services/sales/src/recording/service.ts',
        "if (original.type === 'sale') await",
        "if (original.type === 'return') await",
      ),
    ],
    caughtAs: ['overpaid'],
  },
  ...billBugs,
  ...clusterBugs,
]
