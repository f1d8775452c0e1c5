import { isAbsolute } from 'node:path'
import { areaManifestSchema } from '@mms/contracts'
import { jsonParser, type Logger, type Metrics, watchFile } from '@mms/service-kit'
import { z } from 'zod'

const sourceSchema = z
  .string()
  .refine((source) => isAbsolute(source) || isOrigin(source), 'must be an absolute folder or an http origin')
const sourcesSchema = z.record(areaManifestSchema.shape.name, sourceSchema)

/** Area → folder of its build, or the http origin that serves it. */
export type Sources = Readonly<Record<string, string>>

export const isOrigin = (source: string): boolean => /^https?:\/\/[^/]+\/?$/.test(source)

/**
 * The areas that exist, read from a JSON file now and again whenever it changed. A file that cannot be
 * read or understood is a `StartupError` at first; later the last good one stays in force.
 */
export async function openSources(
  file: string | undefined,
  log: Logger,
  registry?: Metrics['registry'],
): Promise<() => Promise<Sources>> {
  if (file === undefined) return async () => ({})
  return watchFile({ file, title: 'list of areas', parse: jsonParser(sourcesSchema), log, registry })
}
