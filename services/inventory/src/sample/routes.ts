import { sampleDataResponseSchema } from '@mms/contracts'
import { problem, type Route, route } from '@mms/service-kit'
import type { SampleService } from './service.ts'

/** The specification requires GET and lets every user load the sample data. */
export function sampleRoutes(sample: SampleService, enabled: boolean): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/seed-sample-data',
      access: 'signed-in',
      writes: true,
      summary: 'Load the sample medicines while there are none (else 409)',
      response: sampleDataResponseSchema,
      handler: ({ actor }) => {
        if (enabled) return sample.load(actor)
        throw problem.forbidden('inventory.sample_data_off', 'Sample data is switched off on this system')
      },
    }),
  ]
}
