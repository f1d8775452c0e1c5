import { alertEvents } from '@mms/contracts'
import type { Knex } from 'knex'
import { expect } from 'vitest'

/** Checks what must be true of stored alerts, whatever ran concurrently or crashed. */
export async function expectConsistent(db: Knex): Promise<void> {
  const alerts = await db('alerts').select('id', 'medicine_id', 'cause', 'open_cause', 'status')
  const open = alerts.filter(({ status }) => status !== 'resolved')
  expect(new Set(open.map(({ medicine_id, cause }) => `${medicine_id} ${cause}`)).size).toBe(open.length)
  for (const { open_cause, cause, status } of alerts) {
    expect(open_cause).toBe(status === 'resolved' ? null : cause)
  }
  const counted = await db('alerts')
    .groupBy('status', 'type', 'severity')
    .orderBy(['status', 'type', 'severity'])
    .select('status', 'type', 'severity')
    .count({ alerts: '*' })
  const counts = await db('alert_counts')
    .whereNot({ alerts: 0 })
    .orderBy(['status', 'type', 'severity'])
    .select('status', 'type', 'severity', 'alerts')
  expect(counts).toEqual(counted.map((row) => ({ ...row, alerts: Number(row.alerts) })))
  const events = await db('outbox').orderBy('id').select('subject', 'type')
  const told = Map.groupBy(events, ({ subject }) => subject)
  expect([...told.keys()].toSorted()).toEqual(alerts.map(({ id }) => id).toSorted())
  for (const { id, status } of alerts) {
    const types = (told.get(id) ?? []).map(({ type }) => type)
    expect(types.filter((type) => type === alertEvents.opened)).toHaveLength(1)
    expect(types[0]).toBe(alertEvents.opened)
    expect(types.filter((type) => type === alertEvents.resolved)).toHaveLength(status === 'resolved' ? 1 : 0)
  }
}
