import {
  catalogueImportSchema,
  importedRowsSchema,
  importRequestSchema,
  medicineSchema,
  undoneRowsSchema,
} from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams } from '../medicines/routes.ts'
import type { ImportService } from './service.ts'

const PATH = '/api/medicines/imports'

export function importRoutes(imports: ImportService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/export',
      access: 'admin',
      recentProof: true,
      summary: 'All medicines with all fields, by name',
      response: z.array(medicineSchema),
      handler: () => imports.exportAll(),
    }),
    route({
      method: 'get',
      path: PATH,
      access: 'admin',
      summary: 'The last twenty imports, newest first',
      response: z.array(catalogueImportSchema),
      handler: () => imports.list(),
    }),
    route({
      method: 'put',
      path: `${PATH}/:id`,
      access: 'admin',
      summary: 'Import rows of a file, each once, or say what would become of them (`dryRun`)',
      params: idParams,
      body: importRequestSchema,
      response: importedRowsSchema,
      handler: ({ params, body, actor }) => imports.run({ id: params.id, request: body, actor }),
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/undo`,
      access: 'admin',
      summary: 'Take back the next 500 rows of an import, of medicines that have not changed since',
      params: idParams,
      response: undoneRowsSchema,
      handler: ({ params, actor }) => imports.undo(params.id, actor),
    }),
  ]
}
