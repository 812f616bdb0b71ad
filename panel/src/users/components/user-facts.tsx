import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { Link } from '../../lib/link.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { FactCard, FactList, FactValue } from './fact-card.tsx';

/** A known word in Vietnamese; anything else as it is. */
function translated(words: Readonly<Record<string, string>>, value: string | null | undefined) {
  return Object.hasOwn(words, value ?? '') ? words[value ?? ''] : value;
}

/** Leads to the reports that a user is mentioned in, as whom the filter says. */
function ReportsLink({ filter, userId, children }: { filter: 'about' | 'by'; userId: string; children: string }) {
  return (
    <Link
      to={{ pathname: '/admin/reports', search: `?${new URLSearchParams({ [filter]: userId })}` }}
      className="inline-flex min-h-6 items-center self-start rounded-sm font-semibold text-accent-ink text-sm hover:underline"
    >
      {children}
    </Link>
  );
}

/** What the profile tells (specification, section 2, User detail). */
export function UserFacts({ user }: { readonly user: UserDetail }) {
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <FactCard title={strings.contact}>
        <FactList
          facts={[
            { label: strings.email, value: user.email },
            { label: strings.phone, value: user.sdt },
            { label: strings.address, value: user.diachi },
          ]}
        />
      </FactCard>
      <FactCard title={strings.personal}>
        <FactList
          facts={[
            { label: strings.gender, value: translated(strings.genders, user.sex) },
            { label: strings.age, value: user.tuoi },
            { label: strings.maritalStatus, value: translated(strings.maritalStatuses, user.tinhtranghonnhan) },
          ]}
        />
      </FactCard>
      <FactCard title={strings.bio}>
        <p className="wrap-anywhere whitespace-pre-line text-sm">
          <FactValue value={user.bio} />
        </p>
      </FactCard>
      <FactCard title={strings.extra}>
        <FactList
          facts={[
            { label: strings.nationality, value: user.nationality },
            { label: strings.hometown, value: user.home },
          ]}
        />
      </FactCard>
      <FactCard title={strings.reports}>
        <div className="flex flex-col gap-1.5">
          <ReportsLink filter="about" userId={user._id}>
            {strings.reportsAbout}
          </ReportsLink>
          <ReportsLink filter="by" userId={user._id}>
            {strings.reportsBy}
          </ReportsLink>
        </div>
      </FactCard>
    </div>
  );
}
