import { expect, test } from 'vitest'
import { createWire } from '../stage/wire.ts'
import { createFindings } from '../violations.ts'
import { createJournal, type Entry } from '../work/journal.ts'
import { checkMix, mixOf } from './check-mix.ts'

const orders = ['yesterday', 'today'].flatMap((sales) =>
  ['yesterday', 'today'].map((inventory) => `sales of ${sales}, inventory of ${inventory}`),
)
const entry = (begunOn: string, ...askedOf: string[]): Entry => ({
  intent: { key: 'user-1-wish-000001' },
  answers: [],
  askedOf: new Set(askedOf),
  begunOn,
})

function mixOfRun(entries: Entry[], answeredBy: string[]) {
  const wire = createWire()
  wire.commands.set('id', { bodies: new Set(), answeredBy: new Set(answeredBy) })
  return mixOf({ ...createJournal(), entries }, wire)
}

test('a run of both orders with retries across them is accepted', () => {
  const { found, report } = createFindings()
  const entries = orders.map((order) => entry(order, 'today', 'yesterday'))
  checkMix(mixOfRun(entries, ['today', 'yesterday']), report)
  expect(found).toEqual([])
})

test('a run that has not seen an order, or no retry across, proves nothing', () => {
  const { found, report } = createFindings()
  const entries = orders.slice(1).map((order) => entry(order, 'today'))
  checkMix(mixOfRun(entries, ['yesterday']), report)
  expect(found.map(({ detail }) => detail)).toEqual([
    'Nobody asked for anything of sales of yesterday, inventory of yesterday',
    'No key was asked of both releases of sales',
    'No command was answered by both releases of inventory',
  ])
})
