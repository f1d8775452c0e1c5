import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { serviceSettings } from '../config/config.ts'
import type { Projection } from '../projection/projection.ts'
import { openService, testDatabases } from '../test-support/index.ts'
import { defineService } from './definition.ts'

test.each(testDatabases())('says in /readyz how far its projections lag, on $name', async (database) => {
  const owner = { name: 'owner', lagSeconds: () => 2.4 } as Projection
  const reader = defineService({
    name: 'reader',
    version: '1.0.0',
    settings: z.object(serviceSettings),
    migrations: [],
    create: () => ({ routes: [], projections: [owner], features: ['returns'] }),
  })
  const { client, close } = await openService(reader, database)
  onTestFinished(close)
  const details = { ownerFeedLagSeconds: 2, features: ['returns'] }
  expect((await client.get('/readyz')).body).toEqual({ status: 'ok', details })
})
