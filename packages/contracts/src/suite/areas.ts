import { z } from 'zod'
import { roleSchema } from '../identity/identity.ts'

const slotNameSchema = z.enum(['navbar-badge', 'dashboard'])
export type SlotName = z.infer<typeof slotNameSchema>

const withoutDots = (path: string) => !path.split('/').some((part) => part === '..' || part === '.')
const fileOfAreaSchema = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a path relative to the area')
  .refine(withoutDots, 'must stay below the area')
/** Browsers read `//host` and `/\host` as another origin. */
const pathSchema = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this origin')

/** A plain GET address that browsers and proxies do not rewrite; the one path whose GET writes is excluded. */
const apiAddressSchema = z
  .string()
  .max(500)
  .regex(/^\/api(\/[a-z\d][a-z\d-]*)+(\?[\w.~%=&,+:-]*)?$/i, 'must be an address of the API')
  .refine((address) => !/seed-sample-data/i.test(address), 'must be a read')

export const integritySchema = z.string().regex(/^sha256-[\w+/]{43}=$/)

export const buildIdSchema = z.string().regex(/^[\w-]{1,40}$/)

export const areaNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/)

/** The palette appends the typed text to `ask`. `label` and the `:names` in `to` are fields of the records found. */
const areaPaletteSchema = z.object({
  actions: z.array(z.object({ label: z.string(), to: pathSchema, role: roleSchema.optional() })),
  finds: z
    .array(
      z.object({
        kind: z.string(),
        ask: apiAddressSchema.endsWith('='),
        label: z.array(z.string()),
        to: pathSchema,
      }),
    )
    .optional(),
})

const areaFilesSchema = z.object({
  container: z.string().regex(/^mms_area_[a-z0-9_]+$/),
  entry: fileOfAreaSchema,
  definition: z.array(fileOfAreaSchema),
  parts: z.record(z.string(), z.array(fileOfAreaSchema)),
})

/**
 * An area's `area.json`, written by its build from `defineArea`. The shell draws the navigation and the routes from it.
 * It refuses an incompatible build before any of the area's code runs.
 */
export const areaManifestSchema = z.object({
  name: areaNameSchema,
  title: z.string().min(1),
  owner: z.string().min(1),
  version: z.string(),
  build: z.string(),
  entry: fileOfAreaSchema,
  requires: z.object({ sdk: z.string(), ui: z.string(), react: z.string() }),
  nav: z.array(
    z.object({
      label: z.string(),
      to: pathSchema,
      order: z.number(),
      role: roleSchema.optional(),
      menu: z.literal('user').optional().catch(undefined),
    }),
  ),
  routes: z.array(pathSchema),
  slots: z.array(slotNameSchema),
  order: z.number().optional().catch(undefined),
  /** Contents of `entry`, to fetch all at once. Missing in `npm run dev` or if invalid; the page then reads `entry`. */
  files: areaFilesSchema.optional().catch(undefined),
  /** Hashes by path. The registry keeps only the entry's, which holds its scripts' hashes. Missing in `npm run dev`. */
  integrity: z.record(fileOfAreaSchema, integritySchema).optional().catch(undefined),
  asks: z.record(pathSchema, z.array(apiAddressSchema)).optional().catch(undefined),
  palette: areaPaletteSchema.optional().catch(undefined),
})
export type AreaManifest = z.infer<typeof areaManifestSchema>

const otherBuildSchema = z.object({
  baseUrl: z.string(),
  requires: areaManifestSchema.shape.requires,
  integrity: integritySchema,
})

const registryEntrySchema = z.object({
  name: areaNameSchema,
  baseUrl: z.string(),
  manifest: areaManifestSchema.nullable(),
  /** Earlier live builds, latest first, for pages that `manifest` does not fit. */
  others: z.array(otherBuildSchema).optional(),
  /** True if users may get different builds. */
  perPerson: z.boolean().optional(),
  /** Reason to reload a page with another build at once. */
  urgent: z.string().optional(),
})

/**
 * `/areas.json`: the areas and the live build of each. `manifest` is null while unreachable. All screens use
 * `storeTimeZone`, not the computer's zone; check `isTimeZone` first, because an old browser may not know it.
 */
export const areaRegistrySchema = z.object({
  storeTimeZone: z.string(),
  pageReports: z.boolean().optional(),
  areas: z.array(registryEntrySchema),
})
export type AreaRegistry = z.infer<typeof areaRegistrySchema>
