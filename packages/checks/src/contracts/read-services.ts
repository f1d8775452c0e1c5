import { generateKeyPairSync } from 'node:crypto'
import { globSync } from 'node:fs'
import { type Json, jsonContent, load, type Paths } from './contract.ts'
import { jsonSchemas } from './schemas.ts'

interface Route {
  path: string
  feedOf?: string
}

/** What `defineService` made. */
interface Definition {
  name: string
  settings: { safeParse(env: object): { data?: unknown; error?: { issues: { path: PropertyKey[] }[] } } }
  create(context: object): Promise<{ routes: Route[] }>
}

const UNREACHABLE = 'http://127.0.0.1:1'

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

/** A key that identity starts with, and addresses of neighbours wherever a service wants one. */
function settingsOf({ settings }: Definition): unknown {
  const env = { NODE_ENV: 'test', PORT: '0', DATABASE_URL: 'sqlite:', SAMPLE_DATA: 'on' }
  const wanted = (settings.safeParse(env).error?.issues ?? []).map(({ path }) => String(path[0]))
  const given = wanted.map((name) => [name, name === 'SIGNING_KEY' ? newKey() : UNREACHABLE])
  return settings.safeParse({ ...env, ...Object.fromEntries(given) }).data
}

/** Does nothing, whatever is called of it: a service is put together before its database is reached. */
const idle: unknown = new Proxy(() => idle, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => UNREACHABLE : name === 'then' ? undefined : idle),
})

/** Of an operation, what is for people. */
const WORDS = ['operationId', 'summary', 'description', 'tags', 'security', 'x-body-limit']

const without = (names: string[], object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** What documents differ in without a difference to callers. */
function withoutWords(operation: Json): Json {
  const {
    parameters = [],
    requestBody,
    responses,
    ...rest
  } = without(WORDS, operation) as Record<string, Json>
  const withoutExample = (part: Json | undefined): Json | undefined => {
    const { 'application/json': json } = (part?.content ?? {}) as Record<string, Json>
    return (
      json && {
        ...without(['description'], part ?? {}),
        content: { 'application/json': without(['example'], json) },
      }
    )
  }
  const answers = Object.entries(responses as Record<string, Json>).filter(([status]) => /^[23]/.test(status))
  return {
    ...rest,
    parameters: (parameters as Json[]).map((each) => without(['example', 'description'], each)),
    ...(requestBody && { requestBody: withoutExample(requestBody) }),
    responses: Object.fromEntries(answers.map(([status, answer]) => [status, withoutExample(answer) ?? {}])),
  }
}

/** The API document of the service in a folder. */
export async function readDocument(
  root: string,
  folder: string,
): Promise<{ paths: Paths; components: Json }> {
  const exported = Object.values(await load(root, `${folder}/src/app.ts`)) as Definition[]
  const definition = exported.find((value) => typeof value === 'object' && 'settings' in value)
  if (!definition) throw new Error(`${folder}/src/app.ts exports no service`)
  const { openApiDocument } = await load(root, 'packages/service-kit/src/http/openapi.ts')
  const { createStoreClock } = await load(root, 'packages/service-kit/src/index.ts')
  const { problemSchema } = await load(root, 'packages/contracts/src/index.ts')
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

async function readRoutes(root: string, folder: string): Promise<Paths> {
  const { paths } = await readDocument(root, folder)
  for (const operations of Object.values(paths)) {
    for (const [method, each] of Object.entries(operations)) operations[method] = withoutWords(each)
  }
  return paths
}

/** `feed inventory.medicine.changed`: its data as an answer, since followers read what this service writes. */
async function readFeed(root: string, service: string): Promise<Paths> {
  const toJson = await jsonSchemas(root)
  const { feeds } = (await load(root, 'packages/contracts/src/index.ts')) as { feeds: Record<string, object> }
  return Object.fromEntries(
    Object.entries(feeds[service] ?? {}).map(([type, schema]) => [
      `feed ${type}`,
      { get: { responses: { 200: jsonContent(toJson(schema, 'output')) } } },
    ]),
  )
}

/** The routes of every service and the events of its feed, by folder. */
export async function readServices(root: string): Promise<Record<string, Paths>> {
  const folders = globSync('services/*', { cwd: root }).sort()
  const read = async (folder: string) => {
    const service = folder.slice('services/'.length)
    return [folder, { ...(await readRoutes(root, folder)), ...(await readFeed(root, service)) }] as const
  }
  return Object.fromEntries(await Promise.all(folders.map(read)))
}
