import { globSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type Json, load } from '../contracts/contract.ts'
import { readDocument } from '../contracts/read-services.ts'

/** The API document as the gateway would serve it with every service of the repository. */
export async function readApi(root: string): Promise<Json> {
  const { createOpenApi } = await load(root, 'gateway/src/docs/openapi.ts')
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

/** What a linter finds in it by its recommended rules, warnings too. */
export async function lintApi(document: Json): Promise<string[]> {
  // Ids are UUIDs, so that no word in the place of one is an id.
  const rules = { 'no-ambiguous-paths': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${ruleId} at ${location.map(({ pointer }) => pointer).join()}: ${message}`,
  )
}

/** Problems of the API document: every operation says what a generated client needs. */
export const checkApi = async (root: string): Promise<string[]> => lintApi(await readApi(root))
