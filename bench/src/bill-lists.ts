import { addDays, DAY_MS, defaultBillSettings, storeDate } from '@mms/contracts'
import { encodeCursor } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { checkedSums } from '../../services/sales/src/bills/checks.ts'
import { type BillRecord, newBill } from '../../services/sales/src/bills/rules.ts'
import { createBillStore } from '../../services/sales/src/bills/store.ts'
import { migrations } from '../../services/sales/src/migrations/list.ts'
import { billAt, lineOf } from '../../services/sales/test/bills.ts'
import { latencies, type Path } from './latencies.ts'
import { randomNumbers } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createFiles, createSetting } from './setting.ts'

const { BILLS: bills = '1000000', KIND: kind = 'mysql' } = process.env
const COUNT = Number(bills)
const COUNTERS = 5
const MEDICINES = 1_000
const PHONES = 100_000
const BATCH = 500

const random = randomNumbers(13)
const today = storeDate()
const ids = (count: number) => Array.from({ length: count }, () => v7())
const [counters, medicines] = [ids(COUNTERS), ids(MEDICINES)]
/** One line in ten is of the commonest medicine. */
const someMedicine = () => (random(10) === 0 ? medicines[0] : medicines[random(MEDICINES)]) as string
const somePhone = () => `98${String(random(PHONES)).padStart(8, '0')}`
const someBatch = () => `B${random(4 * MEDICINES)}`
const someDay = () => addDays(today, -1 - random(360))
const timeOf = (at: number) => new Date(Date.now() - 365 * DAY_MS * (1 - at / COUNT))

/** A final bill of two lines. One in two hundred differs from the books. */
function billOf(at: number): BillRecord {
  const recordedAt = timeOf(at)
  const _id = counters[at % COUNTERS] as string
  const phone = random(5) < 2 ? somePhone() : ''
  const customer = { name: 'Meera Joshi', phone, address: '', gstin: null, stateCode: null }
  const price = { unitPrice: (1 + random(50_000)) / 100, mrp: null }
  const bill = billAt({ _id, secret: '' }, 1 + Math.floor(at / COUNTERS), {
    _id: v7({ msecs: recordedAt.getTime() }),
    lines: [1, 2].map((units) => lineOf({ _id: someMedicine(), ...price }, units)),
    ...{ day: storeDate(undefined, recordedAt), madeAt: recordedAt.toISOString(), customer },
  })
  const made = newBill({
    ...{ bill, sums: checkedSums(bill, defaultBillSettings), settings: defaultBillSettings },
    ...{ counter: { code: 'ABCDE'[at % COUNTERS] as string }, sender: { id: 'u', name: 'Asha Rao' } },
    ...{
      approvedBy: null,
      medicines: [],
      fingerprint: '',
      earliest: new Date(0),
      now: recordedAt,
      leaseMs: 0,
    },
  })
  const lines = made.document.lines.map((line) => ({
    ...{ ...line, name: 'Amoxicillin 500 mg', manufacturer: 'Cipla' },
    batches: [{ number: someBatch(), expiryDate: '2099-12-31', units: line.units }],
  }))
  return {
    ...{ ...made, status: 'final', command: null, nextAttemptAt: null, differs: random(200) === 0 },
    document: { ...made.document, status: 'final', lines },
  }
}

async function fill(db: Knex): Promise<void> {
  for (let from = 0; from < COUNT; from += BATCH)
    await db.transaction(async (trx) => {
      const some = Array.from({ length: BATCH }, (_, at) => billOf(from + at))
      await createBillStore(trx).insert(some)
      await createBillStore(trx).insertParts(some, ({ counterId }) => ({ counterId, drawerId: null }))
    })
  await db.raw(kind === 'mysql' ? 'analyze table bills, bill_lines' : 'analyze')
}

const afterOf = (share: number) =>
  encodeCursor([timeOf(COUNT * share).toISOString(), v7({ msecs: timeOf(COUNT * share).getTime() })])

const filters: Record<string, () => string> = {
  everything: () => '',
  'number of a counter': () =>
    `&search=A/26-27/${String(Math.ceil(COUNT / COUNTERS) - random(1000)).padStart(6, '0')}`,
  number: () => `&search=${1 + random(COUNT / COUNTERS)}`,
  phone: () => `&search=${somePhone()}`,
  day: () => `&day=${someDay()}`,
  medicine: () => `&medicineId=${medicines[1 + random(MEDICINES - 1)]}`,
  'commonest medicine': () => `&medicineId=${medicines[0]}`,
  batch: () => `&batch=${someBatch()}`,
  differences: () => '&differs=true',
  'medicine on a day': () => `&medicineId=${medicines[1 + random(MEDICINES - 1)]}&day=${someDay()}`,
  'commonest medicine on a day': () => `&medicineId=${medicines[0]}&day=${someDay()}`,
  'commonest medicine, differences': () => `&medicineId=${medicines[0]}&differs=true`,
  'phone and commonest medicine': () => `&search=${somePhone()}&medicineId=${medicines[0]}`,
  'differences of a day': () => `&day=${someDay()}&differs=true`,
}

export async function billLists(): Promise<string> {
  const setting = await createSetting()
  try {
    const place = kind === 'mysql' ? setting : createFiles(setting.folder)
    const { url, db } = await place.createDatabase('sales', migrations)
    await fill(db)
    const sales = await startProgram('services/sales/src/main.ts', {
      ...setting.env,
      DATABASE_URL: url,
      INVENTORY_URL: 'http://127.0.0.1:9',
    })
    const paths: Record<string, Path> = {}
    for (const [name, filter] of Object.entries(filters)) {
      paths[name] = () => `/api/bills?limit=50${filter()}`
      if (['everything', 'commonest medicine', 'differences'].includes(name))
        paths[`${name}, a page in the middle`] = () =>
          `/api/bills?limit=50${filter()}&after=${afterOf(0.3 + random(400) / 1_000)}`
    }
    return await latencies(`Lists of ${COUNT} bills, ${kind}`, sales.origin, setting.headers, paths)
  } finally {
    await setting.stop()
  }
}
