import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { labelIn } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { FactList, FactValue } from './fact-list.tsx';

/** Links to the reports about or by a user, depending on the filter. */
function ReportsLink({ filter, userId, children }: { filter: 'about' | 'by'; userId: string; children: string }) {
  return (
    <TextLink to={{ pathname: '/admin/reports', search: `?${new URLSearchParams({ [filter]: userId })}` }}>
      {children}
    </TextLink>
  );
}

/** The profile's fields (specification, section 2, User detail). */
export function UserFacts({ user }: { readonly user: UserDetail }) {
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Card title={strings.contact}>
        <FactList
          facts={[
            { label: strings.email, value: user.email },
            { label: strings.phone, value: user.sdt },
            { label: strings.address, value: user.diachi },
          ]}
        />
      </Card>
      <Card title={strings.personal}>
        <FactList
          facts={[
            { label: strings.gender, value: labelIn(strings.genders, user.sex ?? '') },
            { label: strings.age, value: user.tuoi },
            { label: strings.maritalStatus, value: labelIn(strings.maritalStatuses, user.tinhtranghonnhan ?? '') },
          ]}
        />
      </Card>
      <Card title={strings.bio}>
        <p className="wrap-anywhere whitespace-pre-line text-sm">
          <FactValue value={user.bio} />
        </p>
      </Card>
      <Card title={strings.extra}>
        <FactList
          facts={[
            { label: strings.nationality, value: user.nationality },
            { label: strings.hometown, value: user.home },
          ]}
        />
      </Card>
      <Card title={strings.reports}>
        <div className="flex flex-col gap-1.5">
          <ReportsLink filter="about" userId={user._id}>
            {strings.reportsAbout}
          </ReportsLink>
          <ReportsLink filter="by" userId={user._id}>
            {strings.reportsBy}
          </ReportsLink>
        </div>
      </Card>
    </div>
  );
}
