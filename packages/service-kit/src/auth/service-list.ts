import { z } from 'zod'

/** Only identity may serve this prefix, because requests to it contain passwords. */
const SIGN_IN = '/api/auth'
const GATEWAYS_OWN = ['/api/test', '/api/docs']

const isInside = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

const prefixSchema = z
  .string()
  .regex(/^\/api(\/[a-z0-9]+(-[a-z0-9]+)*)+$/, 'must be a path below /api, such as /api/suppliers')
  .refine((path) => !GATEWAYS_OWN.some((own) => isInside(path, own)), "is the gateway's own")

const nameSchema = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be a name such as inventory')

const serviceSchema = z.object({
  /** Origin. A service without one is not installed, but its prefixes stay reserved. */
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** API paths that the service may serve, including everything below them. */
  prefixes: z.array(prefixSchema).default([]),
  follows: z.array(nameSchema).default([]),
  calls: z.array(nameSchema).default([]),
})

export type ServiceList = Readonly<Record<string, z.output<typeof serviceSchema>>>

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

/** A nested prefix belongs to the service that lists it. Rejects duplicates and parts of `/api/auth`. */
export const serviceListSchema: z.ZodType<ServiceList> = z
  .record(nameSchema, serviceSchema)
  .superRefine((list, { addIssue }) => {
    for (const message of quarrels(list)) addIssue({ code: 'custom', message })
  })
