import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { importModule, type Json, jsonContent, type Paths } from './contract.ts'

interface Route {
  path: string
  feedOf?: string
}

/** What `defineService` returns. */
interface Definition {
  name: string
  settings: { safeParse(env: object): { data?: unknown; error?: { issues: { path: PropertyKey[] }[] } } }
  create(context: object): Promise<{ routes: Route[] }>
}

const UNREACHABLE = 'http://127.0.0.1:1'

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

/** Settings with keys for identity and an address for every other service that this one calls. */
function settingsOf({ settings }: Definition): unknown {
  const env = { NODE_ENV: 'test', PORT: '0', DATABASE_URL: 'sqlite:', SAMPLE_DATA: 'on' }
  const wanted = (settings.safeParse(env).error?.issues ?? []).map(({ path }) => String(path[0]))
  const keys: Record<string, unknown> = {
    SIGNING_KEY: newKey(),
    SEALING_KEY: randomBytes(32).toString('base64'),
  }
  const given = wanted.map((name) => [name, keys[name] ?? UNREACHABLE])
  return settings.safeParse({ ...env, ...Object.fromEntries(given) }).data
}

/** Placeholder object whose calls do nothing. A service is created with it, but never uses its database. */
const idle: unknown = new Proxy(() => idle, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => UNREACHABLE : name === 'then' ? undefined : idle),
})

/** True for differences that callers do not notice: texts, and facts that a schema states twice. */
function isNoise(schema: object, key: string, value: unknown, isAnswer: boolean): boolean {
  return (
    ['operationId', 'summary', 'description', 'example', 'tags', 'security', 'x-body-limit'].includes(key) ||
    (key === 'pattern' && 'format' in schema) ||
    // Callers ignore unknown fields of an answer.
    (key === 'additionalProperties' && isAnswer && value === false)
  )
}

/** Removes descriptions and error answers from an operation, and sorts its sets, to make documents comparable. */
function tidy(value: unknown, isAnswer = false, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, isAnswer))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, each]) => (areNames || !isNoise(value, key, each, isAnswer)) && !/^[45]\d\d$/.test(key),
  )
  return Object.fromEntries(
    entries.map(([key, each]) => {
      const isSet = ['required', 'enum', 'x-callers'].includes(key) && Array.isArray(each)
      return [
        key,
        isSet ? each.toSorted() : tidy(each, isAnswer || key === 'responses', key === 'properties'),
      ]
    }),
  )
}

/** Creates the API document of the service in `folder`. */
export async function readDocument(root: string, folder: string): Promise<{ paths: Paths }> {
  const exported = Object.values(await importModule(root, `${folder}/src/app.ts`)) as Definition[]
  const definition = exported.find((value) => typeof value === 'object' && 'settings' in value)
  if (!definition) throw new Error(`${folder}/src/app.ts exports no service`)
  const { openApiDocument } = await importModule(root, 'packages/service-kit/src/http/openapi.ts')
  const { createStoreClock } = await importModule(root, 'packages/service-kit/src/index.ts')
  const { problemSchema } = await importModule(root, 'packages/contracts/src/index.ts')
  const { routes } = await definition.create({
    config: settingsOf(definition),
    db: idle,
    log: idle,
    lifecycle: idle,
    metrics: idle,
    clock: createStoreClock('Asia/Kolkata'),
    clientOf: () => idle,
  })
  return openApiDocument(definition.name, '', routes, problemSchema)
}

/** Converts zod schemas to JSON schemas in the dialect of OpenAPI. */
export async function jsonSchemas(root: string) {
  const { z } = await importModule(root, 'node_modules/zod/index.js')
  return (schema: unknown, io: 'input' | 'output'): Json => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    return tidy(rest, io === 'output') as Json
  }
}

/** Treats an event's data (`feed inventory.medicine.changed`) as an answer, because other services read it. */
async function readFeed(root: string, service: string): Promise<Paths> {
  const toJson = await jsonSchemas(root)
  const { feeds } = (await importModule(root, 'packages/contracts/src/index.ts')) as {
    feeds: Record<string, object>
  }
  return Object.fromEntries(
    Object.entries(feeds[service] ?? {}).map(([type, schema]) => [
      `feed ${type}`,
      { get: { responses: { 200: jsonContent(toJson(schema, 'output')) } } },
    ]),
  )
}

/** Reads the routes and feed events of all services, by folder. */
export async function readServices(root: string): Promise<Record<string, Paths>> {
  const folders = globSync('services/*', { cwd: root }).sort()
  const read = async (folder: string) => {
    const service = folder.slice('services/'.length)
    const { paths } = await readDocument(root, folder)
    return [folder, { ...(tidy(paths) as Paths), ...(await readFeed(root, service)) }] as const
  }
  return Object.fromEntries(await Promise.all(folders.map(read)))
}
