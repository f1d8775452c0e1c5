import { expect, it } from 'vitest'
import { areaDevServer, shellDevServer } from './dev-server.ts'

it('listens on this machine alone unless another place is named', () => {
  const suite = 'https://s.example'
  const servers = [shellDevServer({}), areaDevServer(5102, {}), areaDevServer(5102, { suite })]
  expect(new Set(servers.map(({ host }) => host))).toEqual(new Set(['127.0.0.1']))
  expect(areaDevServer(5102, { host: '10.0.0.7' }).host).toBe('10.0.0.7')
})

it('lets only the page of its suite read what it serves', () => {
  expect(areaDevServer(5102, {})).not.toHaveProperty('headers')
  expect(areaDevServer(5102, { suite: 'https://pharmacy.example' })).toMatchObject({
    headers: { 'Access-Control-Allow-Origin': 'https://pharmacy.example' },
    allowedHosts: ['pharmacy.example'],
    client: { webSocketURL: 'ws://localhost:5102/ws' },
  })
})
