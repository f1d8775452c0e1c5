import { run } from './podman.ts'

const RANGE = '10.96.0'
const BRIDGE = 'podman1'

/** Changes chains all at once: no packet comes between two rules. */
async function restore(lines: string[]): Promise<void> {
  const running = run('iptables-restore', ['--noflush'])
  running.child.stdin?.end(`*nat\n${lines.join('\n')}\nCOMMIT\n`)
  await running
}

/** The play of kube-proxy: each Service has an address of its own, and a connection to it goes to one of its pods. */
export function createAddresses(names: string[]) {
  const numbers = new Map(names.map((name, at) => [name, at + 1]))
  const chainOf = (name: string) => `SERVICE-${numbers.get(name)}`
  const addressOf = (name: string) => `${RANGE}.${numbers.get(name)}`
  return {
    urlOf: (name: string) => `http://${addressOf(name)}:8080`,
    /** What every pod finds names by. */
    hostAliases: names.map((name) => ({ ip: addressOf(name), hostnames: [name] })),
    async open(): Promise<void> {
      await run('ip', ['route', 'add', `${RANGE}.0/24`, 'dev', BRIDGE])
      await restore([
        ...names.map((name) => `:${chainOf(name)} - [0:0]`),
        ...names.flatMap((name) =>
          ['PREROUTING', 'OUTPUT'].map((hook) => `-A ${hook} -d ${addressOf(name)} -j ${chainOf(name)}`),
        ),
        '-A POSTROUTING -m conntrack --ctstate DNAT -j MASQUERADE',
      ])
    },
    /** From now on new connections go to the pods at these addresses; those that are open stay where they are. */
    async route(name: string, pods: string[]): Promise<void> {
      const rules = pods.map((pod, at) => {
        const share = `-m statistic --mode random --probability ${(1 / (pods.length - at)).toFixed(8)}`
        return `-A ${chainOf(name)} ${share} -j DNAT --to-destination ${pod}`
      })
      await restore([`:${chainOf(name)} - [0:0]`, ...rules])
    },
  }
}
