import { z } from 'zod'
import { roleSchema } from '../identity/identity.ts'

const slotNameSchema = z.enum(['navbar-badge', 'dashboard'])
export type SlotName = z.infer<typeof slotNameSchema>

const withoutDots = (path: string) => !path.split('/').some((part) => part === '..' || part === '.')
const fileOfAreaSchema = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a path relative to the area')
  .refine(withoutDots, 'must stay below the area')
/** Rejects `//host` and `/\host`, which browsers read as another origin. */
const pathSchema = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this origin')

/** An address that the shell may prefetch, without characters that browsers rewrite. Excludes the GET that writes. */
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
 * An area's `area.json`, which the build derives from `defineArea`. The shell draws navigation and routes from it. It
 * refuses an incompatible build before it loads code of the area.
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
  /** Files named in `entry`, to fetch all at once. If missing (`npm run dev`) or invalid, the page reads `entry`. */
  files: areaFilesSchema.optional().catch(undefined),
  /** Hashes by path. The registry sends only that of `entry`, which lists the others. Missing in `npm run dev`. */
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
  /** Earlier builds that are still live, latest first. Used by pages that are incompatible with `manifest`. */
  others: z.array(otherBuildSchema).optional(),
  /** True if users may get different builds. */
  perPerson: z.boolean().optional(),
  /** Reason to reload pages that run another build immediately. */
  urgent: z.string().optional(),
})

/**
 * `/areas.json`: the areas and the live build of each. `manifest` is null while its server is unreachable. All screens
 * use `storeTimeZone`, not the computer's zone. Check `isTimeZone` first, because an old browser may not know the zone.
 */
export const areaRegistrySchema = z.object({
  storeTimeZone: z.string(),
  pageReports: z.boolean().optional(),
  areas: z.array(registryEntrySchema),
})
export type AreaRegistry = z.infer<typeof areaRegistrySchema>
