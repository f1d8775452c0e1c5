import { type Bug, patch } from './bug.ts'

/** Mistakes in bills, credit notes and drawers. */
export const billBugs: Bug[] = [
  {
    name: 'bill-in-parts',
    what: 'the good lines of a refused bill move all the same',
    patches: [
      patch(
        'services/inventory/src/stock/group-executor.ts',
        'moves: [] }',
        "moves: decided.flatMap((line) => ('moved' in line ? line.applied.map(({ move }) => move) : [])) }",
      ),
    ],
    caughtAs: ['bill-torn', 'stock-differs-from-sales'],
  },
  {
    name: 'bill-before-discount',
    what: 'the sale of a line has its sum before the discounts',
    patches: [patch('services/sales/src/bills/rules.ts', 'totalPaise: line.net,', 'totalPaise: line.gross,')],
    caughtAs: ['bill-torn'],
  },
  {
    name: 'above-mrp',
    what: 'sales takes any price of a bill',
    patches: [
      patch('packages/contracts/src/bills/sums.ts', 'line.packPrice > line.packMrp)', 'line.packPrice < 0)'),
    ],
    caughtAs: ['above-mrp'],
  },
  {
    name: 'other-number-booked',
    what: 'a bill is booked under another number than the printed one',
    patches: [
      patch(
        'services/sales/src/bills/rules.ts',
        'number: bill.number,\n    }),',
        'number: bill.number + 1,\n    }),',
      ),
    ],
    caughtAs: ['bill-number'],
  },
  {
    name: 'payment-lost',
    what: 'only the first payment of a bill is written',
    patches: [
      patch(
        'services/sales/src/bills/store.ts',
        'document.payments.length > 0 ? document.payments :',
        'document.payments.length > 0 ? document.payments.slice(0, 1) :',
      ),
    ],
    caughtAs: ['drawer-differs'],
  },
  {
    name: 'note-rewrites-bill',
    what: 'a credit note changes the document of its bill',
    patches: [
      patch(
        'services/sales/src/notes/service.ts',
        'await bills.insert([written])',
        `await bills.insert([written])
    const document = JSON.stringify({ ...bill.document, payable: bill.document.payable - sums.payout })
    await trx('bills').where({ id: bill.id }).update({ document })`,
      ),
    ],
    caughtAs: ['bill-number', 'drawer-differs', 'bill-sums-differ'],
  },
  {
    name: 'first-note-forgotten',
    what: 'a return does not count the first credit note of its bill',
    patches: [
      patch(
        'services/sales/src/notes/rules.ts',
        'const earlier = notes.map(',
        'const earlier = notes.slice(1).map(',
      ),
    ],
    caughtAs: ['drawer-differs'],
  },
  {
    name: 'handed-over-in-no-drawer',
    what: 'the payments of a handed-over bill are in no drawer',
    patches: [
      patch(
        'services/sales/src/bills/settlement.ts',
        'drawerId: isIn ? drawer.id : null',
        'drawerId: isIn && !document.handedOver ? drawer.id : null',
      ),
    ],
    caughtAs: ['drawer-differs'],
  },
]
