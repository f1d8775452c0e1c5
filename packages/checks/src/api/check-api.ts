import { globSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { importModule, type Json } from '../contracts/contract.ts'
import { readDocument } from '../contracts/read-services.ts'

async function readApi(root: string): Promise<Json> {
  const { createOpenApi } = await importModule(root, 'gateway/src/docs/openapi.ts')
  const names = globSync('services/*', { cwd: root }).map((folder) => folder.slice('services/'.length))
  const documents = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readDocument(root, `services/${name}`)] as const),
    ),
  )
  const ownerOf = (path: string) => names.find((name) => path in (documents.get(name)?.paths ?? {}))
  return createOpenApi({
    version: '0',
    services: {
      list: () => Object.fromEntries(names.map((name) => [name, { url: name }])),
      find: (path: string) => ({ service: ownerOf(path) }),
    },
    documents: { fresh: async (name: string) => documents.get(name) },
  })()
}

export async function checkApi(root: string): Promise<string[]> {
  // Paths such as `/medicines/history` and `/medicines/{id}` are not ambiguous, because ids are UUIDs.
  const rules = { 'no-ambiguous-paths': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(await readApi(root)), config })
  const placeOf = (location: { pointer?: string | undefined }[]) =>
    location.map(({ pointer }) => pointer).join()
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${placeOf(location)}: ${message}`)
}
