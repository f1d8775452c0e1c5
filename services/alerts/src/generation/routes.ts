import { type AlertGeneration, alertGenerationSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'

export function generationRoutes(generate: () => Promise<AlertGeneration & { complete: boolean }>): Route[] {
  return [
    route({
      method: 'post',
      path: '/api/alerts/generate',
      access: 'admin',
      summary: 'Judge every medicine now; says how many alerts were new, renewed and closed',
      response: alertGenerationSchema,
      handler: async () => {
        const { complete: _, ...said } = await generate()
        return said
      },
    }),
  ]
}
