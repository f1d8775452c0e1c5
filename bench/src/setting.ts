import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MedicineCategory, MedicineState } from '@mms/contracts'
import { addDays, medicineCategories, storeDate } from '@mms/contracts'
import { createLogger, migrate, openDatabase } from '@mms/service-kit'
import { startMariaDb, testTokens } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createMedicineStore } from '../../services/inventory/src/medicines/store.ts'
import { migrations } from '../../services/inventory/src/migrations/list.ts'

const BATCH = 1_000

/** Deterministic, so that two runs load the same rows: a linear congruential generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const stems = [
  'Amoxi',
  'Para',
  'Cetri',
  'Metfor',
  'Ator',
  'Azithro',
  'Panto',
  'Losar',
  'Doxy',
  'Levo',
  'Ibu',
  'Predni',
]
const ends = [
  'cillin',
  'cetamol',
  'zine',
  'min',
  'vastatin',
  'mycin',
  'prazole',
  'tan',
  'cycline',
  'floxacin',
  'profen',
]
const makers = [
  'Cipla',
  'Sun Pharma',
  'Lupin',
  'Dr. Reddy’s',
  'Torrent',
  'Zydus',
  'Alkem',
  'Mankind',
  'Glenmark',
]

function medicine(index: number, random: (below: number) => number, today: string): MedicineState {
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
  const at = new Date().toISOString()
  const none = { winter: 1, spring: 1, summer: 1, fall: 1 }
  return {
    _id: v7(),
    name: `${pick(stems)}${pick(ends)} ${5 * (1 + random(160))} mg ${index}`,
    category: pick(medicineCategories) as MedicineCategory,
    manufacturer: pick(makers),
    currentStock: random(500),
    minStockLevel: random(50),
    unitPrice: (1 + random(99_999)) / 100,
    expiryDate: addDays(today, random(900) - 20),
    demandFactors: {
      seasonal: false,
      seasonalTrend: none,
      climateDependent: false,
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
    version: 1,
    createdAt: at,
    updatedAt: at,
    stockVersion: 0,
    deleted: false,
  }
}

/** Fills an inventory database with `count` medicines; answers the id of one in the middle. */
export async function fillInventory(db: Knex, count: number): Promise<string> {
  const random = randomNumbers(7)
  const store = createMedicineStore(db)
  const today = storeDate()
  let middle = ''
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) =>
      medicine(from + i, random, today),
    )
    await store.insert(batch)
    if (from <= count / 2) middle = batch[0]?._id ?? middle
  }
  return middle
}

/** A MySQL-protocol server with a filled inventory database, and the keys of a stand-in for identity. */
export async function createSetting(count: number) {
  const mariaDb = await startMariaDb({ durable: true })
  const admin = openDatabase(`${mariaDb.url}mysql`)
  await admin.raw('create database inventory')
  await admin.destroy()
  const databaseUrl = `${mariaDb.url}inventory`
  const db = openDatabase(databaseUrl)
  await migrate(db, migrations, { log: createLogger({ name: 'bench', level: 'warn' }) })
  const id = await fillInventory(db, count)
  await db.raw('analyze table medicines')
  await db.destroy()
  const tokens = testTokens()
  const jwks = createServer((_, response) => response.end(JSON.stringify(tokens.jwks))).listen(0, '127.0.0.1')
  await once(jwks, 'listening')
  const stop = async () => {
    jwks.close()
    jwks.closeAllConnections()
    await mariaDb.stop()
  }
  const env = {
    DATABASE_URL: databaseUrl,
    JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks.json`,
    SERVICE_KEY: tokens.serviceKey,
  }
  return { id, env, headers: { authorization: `Bearer ${tokens.token()}` }, stop }
}
