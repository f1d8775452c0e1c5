import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { run } from './podman.ts'

const RANGE = '10.96.0'

/**
 * The play of kube-proxy: each Service has an address of its own, and a connection to it goes to one of its pods and
 * stays there, whatever Podman does to addresses and filter rules meanwhile.
 */
export function createAddresses(ports: Map<string, number>) {
  const names = [...ports.keys()]
  const addressOf = (name: string) => `${RANGE}.${names.indexOf(name) + 1}`
  const pods = new Map<string, string[]>()

  function relay(name: string): void {
    const port = ports.get(name) as number
    const serve = (client: Socket) => {
      const [host, ...others] = pods.get(name) ?? []
      if (host === undefined) return void client.resetAndDestroy()
      pods.set(name, [...others, host])
      pipeline(client, connect({ host, port }), client, () => {})
    }
    createServer(serve).listen(port, addressOf(name))
  }

  return {
    urlOf: (name: string) => `http://${addressOf(name)}:${ports.get(name)}`,
    /** What every pod finds names by. */
    hostAliases: names.map((name) => ({ ip: addressOf(name), hostnames: [name] })),
    async open(): Promise<void> {
      await run('ip', ['route', 'add', 'local', `${RANGE}.0/24`, 'dev', 'lo'])
      for (const name of names) relay(name)
    },
    /** From now on new connections go to these pods; those that are open stay where they are. */
    route(name: string, to: readonly { address: string }[]): void {
      pods.set(
        name,
        to.map(({ address }) => address),
      )
    },
  }
}
