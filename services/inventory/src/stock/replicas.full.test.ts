import { join } from 'node:path'
import type { GroupLine, GroupOutcome, StockOutcome } from '@mms/contracts'
import { type ServiceProcess, startProcess } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupTools, lineOf } from '../../test/groups.ts'
import { describeInventory, newId } from '../../test/support.ts'

const mainFile = join(import.meta.dirname, '../main.ts')

describeInventory('two processes of the service on $name', (inventory) => {
  let replicas: ServiceProcess[]
  beforeAll(async () => {
    const { database, tokens } = inventory
    const start = () =>
      startProcess(mainFile, {
        DATABASE_URL: database.url,
        JWKS_URL: 'http://127.0.0.1:9/jwks.json',
        LOG_LEVEL: 'silent',
        ...tokens.serviceSettings(),
      })
    replicas = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    for (const { child } of replicas) child.kill('SIGTERM')
    expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([null, null])
    expect(replicas.map(({ child }) => child.exitCode)).toEqual([0, 0])
  })

  /** Repeats a request after 503, as sales does: another process may have locked the row for a second. */
  async function put<Outcome>(replica: number, path: string, body: object): Promise<Outcome> {
    const asked = { token: inventory.tokens.serviceToken('sales'), body }
    for (;;) {
      const answer = await replicas[replica]?.put<Outcome>(`/internal/${path}`, asked)
      if (answer?.status === 503) continue
      expect(answer?.status).toBe(200)
      return answer?.body as Outcome
    }
  }
  const send = (replica: number, id: string, medicineId: string) =>
    put<StockOutcome>(replica, `movements/${id}`, { medicineId, type: 'sale', quantity: 1 })
  const bill = (replica: number, id: string, lines: GroupLine[], how = {}) =>
    put<GroupOutcome>(replica, `movement-groups/${id}`, { actorId: 'user-1', lines, ...how })

  test('sell scarce stock once, each command once', async () => {
    const { _id } = await inventory.create({ currentStock: 12 })
    const ids = Array.from({ length: 20 }, newId)
    const answers = await Promise.all(
      ids.map((id) => Promise.all([send(0, id, _id), send(1, id, _id), send(1, id, _id)])),
    )
    for (const [first, ...others] of answers) expect(others).toEqual([first, first])
    expect(answers.filter(([answer]) => answer?.outcome === 'applied')).toHaveLength(12)
    expect(await inventory.state(_id)).toMatchObject({ currentStock: 0, stockVersion: 13 })
    const versions = (await inventory.movements(_id)).map((movement) => movement.version)
    expect(versions).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
  })

  test('sell the last strips of two medicines once, each bill once', async () => {
    const { assertBooks, shelf } = groupTools(() => inventory)
    const [one, other] = [await shelf({ A: 90 }), await shelf({ A: 90 })]
    const bills = Array.from({ length: 10 }, (_, index) => {
      const lines = [lineOf(one), lineOf(other)]
      return { id: newId(), lines: index % 2 ? lines.toReversed() : lines }
    })
    const both = (how = {}) =>
      Promise.all(
        bills.map(({ id, lines }) => Promise.all([0, 0, 1].map((replica) => bill(replica, id, lines, how)))),
      )
    const asked = await both()
    for (const [first, ...again] of asked) expect(again).toEqual([first, first])
    expect(asked.filter(([first]) => first?.outcome === 'applied')).toHaveLength(6)
    const handedOver = await both({ handedOver: true })
    for (const [first, ...again] of handedOver) expect(again).toEqual([first, first])
    for (const id of [one, other]) {
      const sold = (await inventory.movements(id)).filter(({ type }) => type === 'sale')
      expect(sold.map(({ change }) => change)).toEqual(bills.map(() => -15))
    }
    await assertBooks(one, other)
  })

  test('hand over what nobody knows once', async () => {
    const { assertBooks } = groupTools(() => inventory)
    const unknown = newId()
    const lines = Array.from({ length: 6 }, () => [lineOf(unknown)])
    const moved = await Promise.all(
      lines.map((line, index) => bill(index % 2, newId(), line, { handedOver: true })),
    )
    expect(moved.map(({ outcome }) => outcome)).toEqual(lines.map(() => 'applied'))
    await assertBooks(unknown)
  })
})
