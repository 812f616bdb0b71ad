/** Problems of the pages of a test that fail it: console errors, script errors, CSP violations. */
export interface Problems {
  add: (problem: string) => void;
  /** Allows problems that a test expects, such as the browser's own message for a failed request. */
  expect: (pattern: RegExp) => void;
  /** Later ones are none of the test's: closing a page cuts off what it is doing. */
  end: () => void;
  unexpected: () => string[];
}

export function createProblems(): Problems {
  const found: string[] = [];
  const expected: RegExp[] = [];
  let isEnded = false;
  return {
    add: (problem) => {
      if (!isEnded) found.push(problem);
    },
    expect: (pattern) => {
      expected.push(pattern);
    },
    end: () => {
      isEnded = true;
    },
    unexpected: () => found.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}
