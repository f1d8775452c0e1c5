import { dirname, join, resolve } from 'node:path'
import { type Bucket, openBucket } from './bucket.ts'
import { CommandError } from './changes.ts'
import { readConfig } from './config.ts'
import { listInConfigMap } from './config-map.ts'
import { listInFile } from './list-file.ts'
import type { StoredList } from './stored-list.ts'

interface Places {
  list: StoredList
  file: string | undefined
  bucket: Bucket | undefined
  /** Folder for the builds of an area that has none yet. */
  sourceOf(area: string): string
}

export function openPlaces(values: { file?: string; store?: string }): Places {
  const config = readConfig()
  const bucket = config.bucket && openBucket(config.bucket)
  const isMapped = values.file === undefined && config.configMap !== undefined
  const file = values.file === undefined ? config.file : resolve(values.file)
  const list = isMapped ? listInConfigMap(config.configMap ?? '', config.pods) : listInFile(file)
  const sourceOf = (area: string) => {
    if (values.store !== undefined) return join(resolve(values.store), area)
    if (bucket) return bucket.sourceOf(area)
    if (isMapped)
      throw new CommandError('A ConfigMap holds no builds: say with AREAS_BUCKET or --store where they go.')
    return join(dirname(file), 'areas', area)
  }
  return { list, file: isMapped ? undefined : file, bucket, sourceOf }
}
