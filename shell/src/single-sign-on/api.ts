import { areaKeys, useQuery } from '@mms/sdk'
import { request, takeUpSession } from '@mms/sdk/host'

const PATH = '/api/auth/single-sign-on'
const keys = areaKeys('shell')

/** The address that leads to the provider, and then to a page of ours; `again` has it ask for proof. */
export const providerAddress = (to: string, more: { again?: 'true' } = {}) =>
  `${PATH}/begin?${new URLSearchParams({ to, ...more })}`

/** The name of the provider; null where there is none. */
export const useProvider = () =>
  useQuery({
    queryKey: keys('single-sign-on'),
    queryFn: async () => (await request<{ name: string | null }>('GET', PATH)).data.name,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Signs in who comes back from the provider. */
export const useReturned = (isBack: boolean) =>
  useQuery({
    queryKey: keys('single-sign-on', 'return'),
    queryFn: () => takeUpSession().then(() => true),
    enabled: isBack,
    retry: false,
    gcTime: 0,
  })
