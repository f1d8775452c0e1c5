/** The port of every pod. */
export const PORT = 8080
/** The gateway's second one, which the ingress does not reach. */
export const GATEWAY_OPS_PORT = 9090

const NAME = 'app.kubernetes.io/name'
const COMPONENT = 'app.kubernetes.io/component'

/** Selects all pods of a deployable, those of its migration too. */
export const named = (name: string) => ({ [NAME]: name })
/** Selects the pods that serve. */
export const serving = (name: string) => ({ ...named(name), [COMPONENT]: 'server' })
export const migrating = (name: string) => ({ ...named(name), [COMPONENT]: 'migration' })

export const metadata = (name: string, labels: Record<string, string> = named(name)) => ({
  name,
  labels: { ...labels, 'app.kubernetes.io/part-of': 'mms' },
})
