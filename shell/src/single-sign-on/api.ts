import { areaKeys, useQuery } from '@mms/sdk'
import { request, takeUpSession } from '@mms/sdk/host'

const PATH = '/api/auth/single-sign-on'
const keys = areaKeys('shell')

export const signInProviderUrl = (to: string, more: { again?: 'true' } = {}) =>
  `${PATH}/begin?${new URLSearchParams({ to, ...more })}`

export const useSignInProvider = () =>
  useQuery({
    queryKey: keys('single-sign-on'),
    queryFn: async () => (await request<{ name: string | null }>('GET', PATH)).data.name,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSignInReturn = (isBack: boolean) =>
  useQuery({
    queryKey: keys('single-sign-on', 'return'),
    queryFn: () => takeUpSession().then(() => true),
    enabled: isBack,
    retry: false,
    gcTime: 0,
  })
