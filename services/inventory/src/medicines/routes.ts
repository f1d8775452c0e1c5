import { createMedicineSchema, type Medicine, medicineSchema, updateMedicineSchema } from '@mms/contracts'
import { Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { etagOf, namesVersion } from './etag.ts'
import type { MedicineService } from './service.ts'

const PATH = '/api/medicines'
export const idParams = z.object({ id: z.uuid().toLowerCase() })

const tagged = (medicine: Medicine) => new Reply(medicine, { headers: { ETag: etagOf(medicine.version) } })

function created(medicine: Medicine): Reply<Medicine> {
  const headers = { ETag: etagOf(medicine.version), Location: `${PATH}/${medicine._id}` }
  return new Reply(medicine, { status: 201, headers })
}

/** One medicine: read, add, edit, delete. */
export function medicineRoutes(medicines: MedicineService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'One medicine; its ETag is its version; If-None-Match answers 304',
      params: idParams,
      response: medicineSchema,
      handler: async ({ params, headers }) => {
        const medicine = await medicines.find(params.id)
        const known = headers['if-none-match']
        if (known === undefined || !namesVersion(known, medicine.version)) return tagged(medicine)
        return new Reply(medicine, { status: 304, headers: { ETag: etagOf(medicine.version) } })
      },
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'admin',
      summary: 'Add a medicine',
      body: createMedicineSchema,
      response: medicineSchema,
      status: 201,
      handler: async ({ body, caller }) => created(await medicines.create(body, caller.id)),
    }),
    route({
      method: 'put',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'Save the medicine form; with If-Match only if nobody changed the medicine since (else 412)',
      params: idParams,
      body: updateMedicineSchema,
      response: medicineSchema,
      handler: async ({ params, body, headers, caller }) =>
        tagged(await medicines.update(params.id, body, headers['if-match'], caller.id)),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      access: 'admin',
      summary: 'Hide a medicine; its movements are kept',
      params: idParams,
      handler: ({ params, caller }) => medicines.remove(params.id, caller.id),
    }),
  ]
}
