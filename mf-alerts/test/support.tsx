import type { Alert, AlertedMedicine, AlertSummary } from '@mms/contracts'
import { type StubbedCall, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'

let made = 0
const nextId = () => {
  made += 1
  return `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`
}

/** An alert as the API answers it. */
export function buildAlert(parts: Partial<Alert> = {}): Alert {
  const _id = nextId()
  const createdAt = '2026-11-20T06:30:00.000Z'
  return {
    _id,
    medicineId: { _id: nextId(), name: `Medicine ${made}` },
    message: '3 units left, the minimum is 10.',
    type: 'low_stock',
    severity: 'medium',
    status: 'new',
    createdAt,
    renewedAt: createdAt,
    resolved: null,
    ...parts,
  }
}

export const named = (name: string, parts: Partial<Alert> = {}): Alert =>
  buildAlert({ ...parts, medicineId: { _id: nextId(), name } })

export function buildSummary(parts: Partial<AlertSummary['byStatus']> = {}): AlertSummary {
  return {
    byStatus: { new: 3, read: 2, resolved: 7, ...parts },
    bySeverity: { high: 1, medium: 3, low: 1 },
    byType: {
      low_stock: 2,
      expired: 0,
      expiry: 1,
      return_to_distributor: 0,
      high_demand_predicted: 1,
      disease_pattern_risk: 1,
      recommended_stock: 0,
    },
  }
}

/** A page of a list, with the headers of the server. */
export function answerList(rows: object[], { total = rows.length, next }: ListHeaders = {}) {
  const link = next && { link: `</api/alerts?limit=50&after=${next}>; rel="next"` }
  return Response.json(rows, { headers: { 'x-total-count': String(total), ...link } })
}

/** Its open alerts by medicine, in their order. */
export function answerMedicines(alerts: Alert[], headers?: ListHeaders) {
  const open = alerts.filter(({ status }) => status !== 'resolved')
  const medicines = [...Map.groupBy(open, ({ _id, medicineId }) => medicineId?._id ?? _id).values()].map(
    (found): AlertedMedicine => ({ medicineId: found[0]?.medicineId ?? null, alerts: found }),
  )
  return answerList(medicines, headers)
}

interface ListHeaders {
  total?: number
  next?: string
}

/** A server that keeps what it is sent. `decide` may refuse or hold back. */
export function startServer(
  alerts: Alert[],
  decide: (call: StubbedCall) => unknown = () => undefined,
  more: Record<string, unknown> = {},
) {
  return stubApi({
    ...more,
    'GET /api/alerts/summary': buildSummary(),
    'GET /api/alerts/by-medicine': () => answerMedicines(alerts),
    'PUT /api/alerts/:id': async (call: StubbedCall) => {
      const refusal = await decide(call)
      if (refusal) return refusal
      const index = alerts.findIndex(({ _id }) => _id === call.params.id)
      const next = { ...alerts[index], ...(call.body as object) } as Alert
      alerts[index] = next
      return next
    },
  })
}

export const cardOf = async (name: string) => within(await screen.findByRole('listitem', { name }))

export function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }))
}
