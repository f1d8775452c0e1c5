import type { DataAge } from '@mms/contracts'
import type { Projection } from '@mms/service-kit'

export interface AgesOptions {
  projections: Record<keyof DataAge, Pick<Projection, 'asOf'>>
  now: () => Date
}

export function createDataAges({ projections, now }: AgesOptions) {
  const ageOf = async (projection: Pick<Projection, 'asOf'>) => {
    const asOf = await projection.asOf()
    return {
      asOf: asOf?.toISOString() ?? null,
      behindSeconds: asOf && Math.max(0, Math.round((now().getTime() - asOf.getTime()) / 1000)),
    }
  }
  return {
    async read(): Promise<DataAge> {
      const [inventory, sales] = await Promise.all([ageOf(projections.inventory), ageOf(projections.sales)])
      return { inventory, sales }
    },
  }
}
export type DataAges = ReturnType<typeof createDataAges>
