import { realpathSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { areaManifestSchema, areaNameSchema, buildIdSchema, integritySchema } from '@mms/contracts'
import { jsonParser, type Logger, type Metrics, securityEvent, watchFile } from '@mms/service-kit'
import { z } from 'zod'

const sourceSchema = z
  .string()
  .refine(
    (source) => isAbsolute(source) || /^https?:\/\/[^/?#]+(\/[\w.-]+)*\/?$/.test(source),
    'must be an absolute folder or an http address',
  )

const publishedBuildSchema = z.object({
  id: buildIdSchema,
  version: z.string(),
  commit: z.string().optional(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  /** Integrity of `area.json`, which lists that of the other files. */
  integrity: integritySchema,
  requires: areaManifestSchema.shape.requires,
  /** When the build stopped being stable or canary. */
  replacedAt: z.iso.datetime().optional(),
})
export type PublishedBuild = z.infer<typeof publishedBuildSchema>

const canarySchema = z.object({
  build: buildIdSchema,
  percent: z.number().min(0).max(100),
  /** Ids or email addresses of people who always get the canary. */
  people: z.array(z.string()).default([]),
})

export const publishedAreaSchema = z
  .object({
    source: sourceSchema,
    /** Oldest first. */
    builds: z.array(publishedBuildSchema).min(1),
    stable: buildIdSchema,
    /** Earlier stable builds, newest last; a rollback takes the last usable one. */
    previous: z.array(buildIdSchema).default([]),
    canary: canarySchema.optional(),
    blocked: z.array(buildIdSchema).default([]),
    /** Reason why open pages should reload at once. */
    urgent: z.string().optional(),
    /** Files from before the first publish, for open tabs. */
    unversioned: sourceSchema.optional(),
  })
  .superRefine(({ builds, stable, canary, blocked }, context) => {
    const ids = new Set(builds.map(({ id }) => id))
    for (const id of [stable, canary?.build]) {
      if (id === undefined) continue
      if (!ids.has(id)) context.addIssue(`there is no published build ${id}`)
      if (blocked.includes(id)) context.addIssue(`the build ${id} is blocked`)
    }
  })
export type PublishedArea = z.infer<typeof publishedAreaSchema>

/** Checks the type first so that errors name the right shape. */
const areaSchema = z.unknown().transform((value, context): string | PublishedArea => {
  const parsed = (typeof value === 'string' ? sourceSchema : publishedAreaSchema).safeParse(value)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) {
    context.issues.push({ code: 'custom', path, message, input: value })
  }
  return z.NEVER
})

export const areaListSchema = z.record(areaNameSchema, areaSchema)

export type AreaList = Readonly<z.infer<typeof areaListSchema>>

export const isOrigin = (location: string): boolean => location.startsWith('http')

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

const isIn = (folder: string, path: string) => join(path, sep).startsWith(join(folder, sep))

/** The data directory holds keys and databases, so only its `areas` folder may be served. */
function assertApart(list: AreaList, dataFolder: string): void {
  const data = realPath(dataFolder)
  for (const [name, area] of Object.entries(list)) {
    const sources = typeof area === 'string' ? [area] : [area.source, area.unversioned ?? '']
    for (const source of sources.filter((each) => isAbsolute(each)).map(realPath)) {
      if (isIn(source, data) || (isIn(data, source) && !isIn(join(data, 'areas'), source)))
        throw new Error(`${name}: ${source} holds the data of the suite, so it is not served`)
    }
  }
}

const inForce = (list: AreaList) =>
  Object.fromEntries(
    Object.entries(list).map(([name, area]) => {
      if (typeof area === 'string') return [name, area]
      return [name, area.canary ? `${area.stable}, canary ${area.canary.build}` : area.stable]
    }),
  )

/**
 * Watches the list of areas. Throws a `StartupError` for a bad first list; later keeps the last good one. Logs
 * each list as a security event, so that write access to the file does not allow a silent change.
 */
export async function openAreaList(
  file: string | undefined,
  log: Logger,
  { registry, dataFolder }: { registry?: Metrics['registry']; dataFolder?: string | undefined } = {},
): Promise<() => Promise<AreaList>> {
  if (file === undefined) return async () => ({})
  const read = jsonParser(areaListSchema)
  const parse = (text: string): AreaList => {
    const list = read(text)
    if (dataFolder !== undefined) assertApart(list, dataFolder)
    log.info({ ...securityEvent, action: 'areas.in-force', areas: inForce(list) }, 'list of areas')
    return list
  }
  return watchFile({ file, title: 'list of areas', parse, log, registry })
}
