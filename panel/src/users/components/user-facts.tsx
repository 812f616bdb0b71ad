import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { ReactNode } from 'react';
import { labelIn } from '../../lib/format.ts';
import { UserRecord } from '../../moderation/record/user-record.tsx';
import { Card } from '../../ui/card.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { FactList, FactValue } from './fact-list.tsx';

interface UserFactsProps {
  readonly user: UserDetail;
  /** Rendered below the record. */
  readonly children: ReactNode;
}

/** The user's record, and the profile's fields (specification, section 2, User detail). */
export function UserFacts({ user, children }: UserFactsProps) {
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <UserRecord user={user} />
      {children}
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
    </div>
  );
}
