import {
  type CompositionSuggestion,
  compositionSuggestionSchema,
  convertPackSchema,
  createMedicineSchema,
  isForAdmins,
  type Medicine,
  medicineSchema,
  REPLAYED_HEADER,
  type UpdateMedicine,
  updateMedicineSchema,
} from '@mms/contracts'
import { compositionOfName, saltNames } from '@mms/medicine-search/composition'
import {
  etagOf,
  fingerprintOf,
  idempotencyKeyOf,
  namesVersion,
  problem,
  Reply,
  type Route,
  type RouteRequest,
  route,
} from '@mms/service-kit'
import { z } from 'zod'
import type { AddRequest } from './key-store.ts'
import type { AddResult, MedicineService } from './service.ts'

const PATH = '/api/medicines'
export const idParams = z.object({ id: z.uuid().toLowerCase() })

type Caller = RouteRequest<unknown, unknown, unknown>['caller']

/** Staff may not see cost prices. */
function shownTo({ role }: Caller, medicine: Medicine): Medicine {
  const shown = Object.entries(medicine).filter(
    ([field, value]) => !isForAdmins(field) || (role === 'admin' && value),
  )
  return Object.fromEntries(shown) as Medicine
}

const tagged = (medicine: Medicine, caller: Caller) =>
  new Reply(shownTo(caller, medicine), { headers: { ETag: etagOf(medicine.version) } })

function assertMaySave(body: UpdateMedicine, { role }: Caller): void {
  const isGiven = Object.entries(body).some(([field, value]) => isForAdmins(field) && value !== undefined)
  if (!isGiven || role === 'admin') return
  throw problem.forbidden('inventory.cost_price', 'Only administrators can set the cost price')
}

function created({ medicine, replayed }: AddResult, caller: Caller): Reply<Medicine> {
  const headers = {
    ETag: etagOf(medicine.version),
    Location: `${PATH}/${medicine._id}`,
    ...(replayed && { [REPLAYED_HEADER]: 'true' }),
  }
  return new Reply(shownTo(caller, medicine), { status: 201, headers })
}

type Sent = Pick<RouteRequest<unknown, unknown, unknown>, 'headers' | 'received' | 'caller'>

function addRequestOf({ headers, received, caller }: Sent): AddRequest | undefined {
  const key = idempotencyKeyOf(headers, 'inventory.malformed_key')
  if (key === null) return undefined
  return { callerId: caller.id, key, fingerprint: fingerprintOf(PATH, received) }
}

const convertRoute = (medicines: MedicineService): Route =>
  route({
    method: 'put',
    path: `${PATH}/:id/pack`,
    access: 'admin',
    recentProof: true,
    summary: 'Count a medicine in units of its packs from now on, once; If-Match as for the form',
    params: idParams,
    headers: ['If-Match'],
    body: convertPackSchema,
    response: medicineSchema,
    handler: async ({ params, body, headers, caller, actor }) =>
      tagged(await medicines.convert(params.id, body, headers['if-match'], actor), caller),
  })

const saltsRoute = route({
  method: 'get',
  path: `${PATH}/salts`,
  access: 'signed-in',
  summary: 'Names of known salts, to complete a composition',
  response: z.array(z.string()),
  handler: () => [...saltNames],
})

export function medicineRoutes(medicines: MedicineService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/composition`,
      access: 'signed-in',
      summary: 'Salts and strengths that a name says; null where they are not known',
      query: z.strictObject({ name: z.string().max(200) }),
      response: compositionSuggestionSchema,
      handler: ({ query }): CompositionSuggestion => ({ composition: compositionOfName(query.name) }),
    }),
    saltsRoute,
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'One medicine; its ETag is its version; If-None-Match answers 304',
      params: idParams,
      headers: ['If-None-Match'],
      response: medicineSchema,
      handler: async ({ params, headers, caller }) => {
        const medicine = await medicines.find(params.id)
        const ifNoneMatch = headers['if-none-match']
        if (ifNoneMatch === undefined || !namesVersion(ifNoneMatch, medicine.version))
          return tagged(medicine, caller)
        return Reply.unchanged<Medicine>({ ETag: etagOf(medicine.version) })
      },
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'admin',
      summary: 'Add a medicine; once per Idempotency-Key',
      headers: ['Idempotency-Key'],
      body: createMedicineSchema,
      response: medicineSchema,
      status: 201,
      handler: async (request) =>
        created(await medicines.create(request.body, request.actor, addRequestOf(request)), request.caller),
    }),
    route({
      method: 'put',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'Save the medicine form; with If-Match only if nobody changed the medicine since (else 412)',
      params: idParams,
      headers: ['If-Match'],
      body: updateMedicineSchema,
      response: medicineSchema,
      handler: async ({ params, body, headers, caller, actor }) => {
        assertMaySave(body, caller)
        const by = { actor, isAdmin: caller.role === 'admin' }
        return tagged(await medicines.update(params.id, body, headers['if-match'], by), caller)
      },
    }),
    convertRoute(medicines),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      access: 'admin',
      summary: 'Hide a medicine; its movements are kept',
      params: idParams,
      handler: ({ params, actor }) => medicines.remove(params.id, actor),
    }),
  ]
}
