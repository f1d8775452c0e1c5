import { globSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { importModule, type Json } from '../contracts/contract.ts'
import { readDocument } from '../contracts/read-services.ts'

export async function readApi(root: string): Promise<Json> {
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

export async function lintApi(document: Json): Promise<string[]> {
  // Paths such as `/medicines/history` and `/medicines/{id}` are not ambiguous, because ids are UUIDs.
  const rules = { 'no-ambiguous-paths': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${ruleId} at ${location.map(({ pointer }) => pointer).join()}: ${message}`,
  )
}

export const checkApi = async (root: string): Promise<string[]> => lintApi(await readApi(root))
