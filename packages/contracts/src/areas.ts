import { z } from 'zod'
import { roleSchema } from './identity.ts'

/** Named places of the shell that areas may fill with widgets. */
const slotNameSchema = z.enum(['navbar-badge', 'dashboard'])
export type SlotName = z.infer<typeof slotNameSchema>

const withoutDots = (path: string) => !path.split('/').some((part) => part === '..' || part === '.')
/** A file below the area's base URL; `https://…`, `//host` and `../` would leave it. */
const fileOfAreaSchema = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a path relative to the area')
  .refine(withoutDots, 'must stay below the area')
/** A path of this origin; browsers read `//host` and `/\host` as another one. */
const pathSchema = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this origin')

/** A read of the API by its plain name, so that no browser or proxy makes another address of it; not the one that writes. */
const apiAddressSchema = z
  .string()
  .max(500)
  .regex(/^\/api(\/[a-z\d][a-z\d-]*)+(\?[\w.~%=&,+:-]*)?$/i, 'must be an address of the API')
  .refine((address) => !/seed-sample-data/i.test(address), 'must be a read')

/** As `<script integrity>` takes it. */
export const integritySchema = z.string().regex(/^sha256-[\w+/]{43}=$/)

/** Of a build, as its `area.json` says it. */
export const buildIdSchema = z.string().regex(/^[\w-]{1,40}$/)

export const areaNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/)

/** Scripts of a build, each relative to the area's base URL. */
const areaFilesSchema = z.object({
  /** Global name that the script `entry` gives to the area's container. */
  container: z.string().regex(/^mms_area_[a-z0-9_]+$/),
  entry: fileOfAreaSchema,
  /** What every part of the area needs beside the entry. */
  definition: z.array(fileOfAreaSchema),
  /** What a part needs beyond that, by the path of its route or the name of its slot. */
  parts: z.record(z.string(), z.array(fileOfAreaSchema)),
})

/**
 * What an area says of itself as data (`area.json`, made by its build from its `defineArea`):
 * enough for the shell to draw the navigation, route to it and refuse an incompatible build
 * before any of the area's code runs.
 */
export const areaManifestSchema = z.object({
  name: areaNameSchema,
  title: z.string().min(1),
  owner: z.string().min(1),
  version: z.string(),
  build: z.string(),
  /** Path of the federation manifest, relative to the area's base URL. */
  entry: fileOfAreaSchema,
  /** Semver ranges of what the shell supplies. */
  requires: z.object({ sdk: z.string(), ui: z.string(), react: z.string() }),
  /** `order` places the link: the lowest first; the dashboard is 0. */
  nav: z.array(
    z.object({
      label: z.string(),
      to: pathSchema,
      order: z.number(),
      role: roleSchema.optional(),
      /** In the menu of the signed-in person instead of the bar. */
      menu: z.literal('user').optional().catch(undefined),
    }),
  ),
  /** Path patterns (react-router syntax) that belong to the area. */
  routes: z.array(pathSchema),
  slots: z.array(slotNameSchema),
  /** Place in a slot, the lowest first; left out, that of the first link. */
  order: z.number().optional().catch(undefined),
  /**
   * The contents of `entry`, so that a page asks for what it needs at once. Builds of `npm run dev` have none: then the page
   * reads `entry` first. What does not fit counts as none.
   */
  files: areaFilesSchema.optional().catch(undefined),
  /**
   * Of each file of the build by its path; the registry leaves all out but the entry's, which holds those of the scripts
   * that it loads. Builds of `npm run dev` have none.
   */
  integrity: z.record(fileOfAreaSchema, integritySchema).optional().catch(undefined),
  /** Addresses of the API that the page of a route asks for first, by the path of the route. */
  asks: z.record(pathSchema, z.array(apiAddressSchema)).optional().catch(undefined),
})
export type AreaManifest = z.infer<typeof areaManifestSchema>

const otherBuildSchema = z.object({
  baseUrl: z.string(),
  requires: areaManifestSchema.shape.requires,
  /** Of its `area.json`. */
  integrity: integritySchema,
})

const registryEntrySchema = z.object({
  name: areaNameSchema,
  baseUrl: z.string(),
  manifest: areaManifestSchema.nullable(),
  /** Published builds for a page that `manifest` does not fit, the newest first. */
  others: z.array(otherBuildSchema).optional(),
  /** Whether another person may get another build. */
  perPerson: z.boolean().optional(),
  /** Why a page with another build should be loaded again at once. */
  urgent: z.string().optional(),
})

/**
 * `/areas.json`: which areas exist and which build of each is live. `manifest` is null while unreachable.
 *
 * `storeTimeZone`, e.g. `Asia/Kolkata`, is what every screen goes by, not the computer's zone. A browser may be older than
 * the name of a zone: ask `isTimeZone` first.
 */
export const areaRegistrySchema = z.object({
  storeTimeZone: z.string(),
  /** Whether this gateway takes reports of pages, see `pageReportSchema`. */
  pageReports: z.boolean().optional(),
  areas: z.array(registryEntrySchema),
})
export type AreaRegistry = z.infer<typeof areaRegistrySchema>
