import { createTransactionSchema } from '@mms/contracts'
import { defineService } from '@mms/service-kit'
import { besideReplica, openService } from '@mms/service-kit/test-support'
import { z } from 'zod'
import { definitionFor, type Store } from './support.ts'

/** A fictitious next release, whose sales may name a shelf and have a default one. */
const tomorrowsBody = createTransactionSchema.safeExtend({ shelf: z.string().default('none') })

/** Starts a replica of the next release of sales on the database of `store`. */
export async function startTomorrow(store: Store, inventoryUrl = store.inventory.url) {
  const today = definitionFor({})
  const tomorrow = defineService({
    ...today,
    version: '0.5.0',
    async create(context) {
      const service = await today.create(context)
      const routes = service.routes.map((route) =>
        route.body === createTransactionSchema ? { ...route, body: tomorrowsBody } : route,
      )
      return { ...service, routes }
    },
  })
  const env = { INVENTORY_URL: inventoryUrl }
  const { client, close } = await openService(tomorrow, besideReplica(store), { env, tokens: store.tokens })
  return { ...client, close }
}
