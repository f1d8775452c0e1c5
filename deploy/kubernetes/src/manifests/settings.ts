import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { z } from 'zod'
import { type Deployable, root } from '../deployables.ts'

export const base: string = join(root, 'deploy/kubernetes/base')

/** What a team says of its deployable, in `base/<name>/deployable.json`. */
const settingsSchema = z.strictObject({
  /** What it needs in any case, and what it may have at most. */
  memoryMiB: z
    .strictObject({ request: z.int().min(32), limit: z.int().min(64) })
    .default({ request: 128, limit: 256 }),
  replicas: z.strictObject({ min: z.int().min(1), max: z.int().min(1) }).default({ min: 2, max: 4 }),
  /** Settings beside those of the suite. */
  settings: z.record(z.string(), z.string()).default({}),
  /** Settings that are secrets: keys of the Secret of its name, given to it as files. */
  secrets: z.array(z.string().regex(/^[A-Z][A-Z_]+$/)).default([]),
  /** TCP ports outside the cluster that it may reach, such as 587 for mails. */
  outside: z.array(z.int()).default([]),
})

export type Settings = z.output<typeof settingsSchema>

/** The settings of a deployable; the usual ones where its team says nothing. */
export function readSettings({ name }: Deployable): Settings {
  const file = join(base, name, 'deployable.json')
  return jsonParser(settingsSchema)(existsSync(file) ? readFileSync(file, 'utf8') : '{}')
}
