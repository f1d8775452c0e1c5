import { z } from 'zod'

/** Its owner sees passwords, so it is identity's alone. */
const SIGN_IN = '/api/auth'
/** Answered by the gateway itself. */
const GATEWAYS_OWN = ['/api/test', '/api/docs']

const isInside = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

const prefixSchema = z
  .string()
  .regex(/^\/api(\/[a-z0-9]+(-[a-z0-9]+)*)+$/, 'must be a path below /api, such as /api/suppliers')
  .refine((path) => !GATEWAYS_OWN.some((own) => isInside(path, own)), "is the gateway's own")

const nameSchema = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be a name such as inventory')

const serviceSchema = z.object({
  /** Its origin; a service without one is trusted with its prefixes, but not installed. */
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** The paths of the API, each with everything below it, that it may serve. */
  prefixes: z.array(prefixSchema).default([]),
  /** The services whose feed and snapshots it may read. */
  follows: z.array(nameSchema).default([]),
  /** The services of which it calls something else. */
  calls: z.array(nameSchema).default([]),
})

/** What operators say of each service, by its name. */
export type ServiceList = Readonly<Record<string, z.output<typeof serviceSchema>>>

/** The service, other than the one before it, that is trusted with the same prefix. */
function quarrels(list: ServiceList): string[] {
  const owners = new Map<string, string>()
  return Object.entries(list).flatMap(([name, { prefixes }]) =>
    prefixes.flatMap((prefix) => {
      if (name !== 'identity' && isInside(prefix, SIGN_IN)) {
        return [`${name} cannot be trusted with ${prefix}, which is identity's`]
      }
      const owner = owners.get(prefix)
      owners.set(prefix, name)
      return owner === undefined ? [] : [`${owner} and ${name} are both trusted with ${prefix}`]
    }),
  )
}

/**
 * The list of services: where each is and which prefixes of the API it is trusted with. A prefix inside another's is
 * that of the service which it is listed for; the same prefix twice, or a part of `/api/auth`, is refused.
 */
export const serviceListSchema: z.ZodType<ServiceList> = z
  .record(nameSchema, serviceSchema)
  .superRefine((list, { addIssue }) => {
    for (const message of quarrels(list)) addIssue({ code: 'custom', message })
  })
