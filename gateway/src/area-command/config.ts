import { dirname, join, resolve } from 'node:path'
import { loadConfig, StartupError } from '@mms/service-kit'
import { bucketSettings } from '@mms/service-kit/bucket'
import { z } from 'zod'
import { openBucket } from './bucket.ts'
import { createConfigMapList } from './config-map.ts'
import { createFileList } from './list-file.ts'
import type { StoredList } from './stored-list.ts'

export const settings = z.object({
  /** File with the list of areas. Default: in `DATA_DIR`. */
  AREAS_FILE: z.string().optional(),
  /** Data directory of the suite on one machine. */
  DATA_DIR: z.string().default('.data'),
  /** ConfigMap with the list, instead of a file: `namespace/name`. */
  AREAS_CONFIGMAP: z
    .string()
    .regex(/^[a-z0-9-]+\/[a-z0-9.-]+$/, 'must be namespace/name')
    .optional(),
  /** Label selector for the pods of gateways. */
  AREAS_PODS: z.string().default('app.kubernetes.io/name=gateway'),
  /** S3-compatible bucket for the builds of areas. */
  AREAS_BUCKET: z.url().optional(),
  /** Address at which gateways read the bucket. Default: the bucket's own. */
  AREAS_ORIGIN: z.url().optional(),
  ...bucketSettings,
})

/** Where the list of areas and the files of builds are stored. */
export function openPublishTargets(values: { file?: string; store?: string }) {
  const given = loadConfig(settings, process.env)
  const { AREAS_FILE, DATA_DIR, AREAS_CONFIGMAP, AREAS_PODS, AREAS_BUCKET: url, AREAS_ORIGIN } = given
  const bucket = url ? openBucket(url, AREAS_ORIGIN ?? url, given) : undefined
  const configMap = values.file === undefined ? AREAS_CONFIGMAP : undefined
  const file = resolve(values.file ?? AREAS_FILE ?? join(DATA_DIR, 'areas.json'))
  /** Folder for the builds of an area that has none yet. */
  const sourceOf = (area: string) => {
    if (values.store !== undefined) return join(resolve(values.store), area)
    if (bucket) return bucket.sourceOf(area)
    if (configMap) throw new StartupError('A ConfigMap cannot hold builds. Set AREAS_BUCKET or --store.')
    return join(dirname(file), 'areas', area)
  }
  const list: StoredList = configMap ? createConfigMapList(configMap, AREAS_PODS) : createFileList(file)
  return { list, file: configMap ? undefined : file, bucket, sourceOf }
}
